package io.concor.autoconfigure.endpoint.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * A request with the form of a log-in as its body, which it reads at the first access to a parameter within the limits of
 * {@link CachedBodyRequest}: the server would wait for each of its bytes. Used by the thread of the request only.
 */
final class LoginFormRequest extends HttpServletRequestWrapper {

    private final CachedBodyRequest body;
    private @Nullable Map<String, String[]> fields;

    /** @param body the request with its limits */
    LoginFormRequest(CachedBodyRequest body) {
        super(body);
        this.body = body;
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        if (fields == null) {
            fields = Collections.unmodifiableMap(read());
        }
        return fields;
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        return getParameterMap().get(name);
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }

    private Map<String, String[]> read() {
        MultiValueMap<String, String> all = new LinkedMultiValueMap<>();
        addDecoded(Objects.requireNonNullElse(getQueryString(), ""), all);
        addDecoded(form(), all);
        Map<String, String[]> read = new LinkedHashMap<>();
        all.forEach((name, values) -> read.put(name, values.toArray(String[]::new)));
        return read;
    }

    private String form() {
        RequestBodyRules.requireFitting(getContentLengthLong());
        try {
            byte[] bytes = body.bytes();
            RequestBodyRules.requireFitting(bytes.length);
            return RequestBodyRules.isUrlEncoded(getContentType()) ? new String(bytes, UTF_8) : "";
        } catch (IOException interrupted) {
            throw new UncheckedIOException(interrupted);
        }
    }

    private static void addDecoded(String encoded, MultiValueMap<String, String> all) {
        for (String field : encoded.split("&", -1)) {
            int end = field.indexOf('=');
            if (end > 0) {
                all.add(decoded(field.substring(0, end)), decoded(field.substring(end + 1)));
            }
        }
    }

    private static String decoded(String encoded) {
        try {
            return URLDecoder.decode(encoded, UTF_8);
        } catch (IllegalArgumentException incomplete) {
            throw new RejectedRequestException(
                    HttpStatus.BAD_REQUEST,
                    "unreadable body",
                    "body",
                    "it is not a URL-encoded form",
                    "fields such as username=name&password=secret");
        }
    }
}
