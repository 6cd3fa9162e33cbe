package io.concor.autoconfigure.endpoint;

import io.concor.autoconfigure.SettingText;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Stands before Concor's endpoints: refuses a body that is larger than any change, of which no more than that is ever held,
 * and one that names something twice, of which a reader of JSON would take the last. Thread-safe.
 */
final class BodyGate extends OncePerRequestFilter {

    /** Far more than the longest reason takes. */
    static final int MAX_BYTES = 16 * 1024;

    private static final JsonFactory JSON = new JsonFactory();

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] body =
                isDeclaredTooLarge(request) ? null : request.getInputStream().readNBytes(MAX_BYTES + 1);
        if (body == null || body.length > MAX_BYTES) {
            RefusalView.render(tooLarge(), request, response);
            return;
        }
        String name = repeatedName(body);
        if (name == null) {
            chain.doFilter(new HeldBody(request, body), response);
        } else {
            RefusalView.render(repeated(name), request, response);
        }
    }

    private static boolean isDeclaredTooLarge(HttpServletRequest request) {
        return request.getContentLengthLong() > MAX_BYTES;
    }

    /** Null where nothing is, and where it is no JSON: that is told by who reads it. */
    private static @Nullable String repeatedName(byte[] body) {
        Set<String> names = new HashSet<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
            while (parser.nextToken() != null) {
                if (isName(parser) && !names.add(parser.currentName())) {
                    return parser.currentName();
                }
            }
        } catch (JacksonException unreadable) {
            return null;
        }
        return null;
    }

    private static boolean isName(JsonParser parser) {
        return parser.currentToken() == JsonToken.PROPERTY_NAME
                && parser.streamReadContext().getNestingDepth() == 1;
    }

    private static ModelAndView tooLarge() {
        return RefusalView.of(
                HttpStatus.CONTENT_TOO_LARGE,
                "body too large",
                "body",
                "it has more than %d bytes".formatted(MAX_BYTES),
                "up to %d bytes".formatted(MAX_BYTES));
    }

    private static ModelAndView repeated(String name) {
        return RefusalView.of(
                HttpStatus.BAD_REQUEST,
                "invalid setting",
                SettingText.shown(name),
                "the body names it more than once",
                "each name once");
    }
}
