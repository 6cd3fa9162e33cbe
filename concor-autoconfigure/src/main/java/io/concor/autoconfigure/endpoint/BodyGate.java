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
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Stands before Concor's endpoints: refuses a body that is larger than any change, of which no more than that is ever held,
 * one of a type that cannot be read, and one that names something twice, of which a reader of JSON would take the last. Thread-safe.
 */
final class BodyGate extends OncePerRequestFilter {

    /** Far more than the longest reason takes. */
    static final int MAX_BYTES = 16 * 1024;

    private static final JsonFactory JSON = new JsonFactory();

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] body = isUnreadable(request.getContentType()) || isDeclaredTooLarge(request)
                ? new byte[0]
                : request.getInputStream().readNBytes(MAX_BYTES + 1);
        ModelAndView refusal = refusal(request, body);
        if (refusal == null) {
            chain.doFilter(new HeldBody(request, body), response);
        } else {
            RefusalView.render(refusal, request, response);
        }
    }

    private static @Nullable ModelAndView refusal(HttpServletRequest request, byte[] body) {
        if (isUnreadable(request.getContentType())) {
            return unreadable(request.getContentType());
        }
        if (isDeclaredTooLarge(request) || body.length > MAX_BYTES) {
            return tooLarge();
        }
        String name = repeatedName(body);
        return name == null ? null : repeated(name);
    }

    /** A form in parts, or a type that is none: Spring would stumble over it before it looks who is asked. */
    private static boolean isUnreadable(@Nullable String contentType) {
        try {
            MediaType type = contentType == null ? MediaType.APPLICATION_JSON : MediaType.parseMediaType(contentType);
            return !type.isConcrete() || type.getType().equals("multipart");
        } catch (InvalidMediaTypeException none) {
            return true;
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

    private static ModelAndView unreadable(@Nullable String contentType) {
        return RefusalView.of(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "unreadable body",
                "Content-Type",
                "it is '%s'".formatted(SettingText.shown(String.valueOf(contentType))),
                MediaType.APPLICATION_JSON_VALUE);
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
