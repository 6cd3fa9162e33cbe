package io.concor.autoconfigure.endpoint.web;

import io.concor.InvalidSettingException;
import io.concor.text.SafeText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;

/** What is asked of a request before an operation sees it. Thread-safe. */
final class RequestBodyRules {

    /** Far more than the longest reason takes. */
    static final int MAX_BYTES = 16 * 1024;

    private static final Pattern NOTHING = Pattern.compile("\\s*+(\\{\\s*+\\})?+\\s*+");

    private RequestBodyRules() {}

    /**
     * Refuses what is known before the body is read.
     *
     * @throws RejectedRequestException when the body is of a type that cannot be read, or declared as too large
     */
    static void requireReadable(@Nullable String contentType, long declaredBytes) {
        if (isUnreadable(contentType)) {
            throw new RejectedRequestException(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "unreadable body",
                    "Content-Type",
                    "it is '%s'".formatted(SafeText.shown(String.valueOf(contentType))),
                    MediaType.APPLICATION_JSON_VALUE);
        }
        requireFitting(declaredBytes);
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

    private static void requireFitting(long bytes) {
        if (bytes > MAX_BYTES) {
            throw tooLarge();
        }
    }

    static RejectedRequestException tooLarge() {
        return new RejectedRequestException(
                HttpStatus.CONTENT_TOO_LARGE,
                "body too large",
                "body",
                "it has more than %d bytes".formatted(MAX_BYTES),
                "up to %d bytes".formatted(MAX_BYTES));
    }

    /**
     * Refuses what a reader of JSON, or Spring, would make one thing of.
     *
     * @param body as far as it was read
     * @param inQuery the names in the query, which Spring lets override those of the body
     * @return what the body names, as text
     * @throws RejectedRequestException when the body is too large, or a name comes twice in it, or in the query as well
     */
    static Map<String, String> requireEachOnce(byte[] body, Set<String> inQuery) {
        requireFitting(body.length);
        JsonFields named = JsonFields.of(body);
        if (named.repeated() != null) {
            throw repeated(named.repeated(), "the body names it more than once");
        }
        named.values().keySet().stream().filter(inQuery::contains).findFirst().ifPresent(name -> {
            throw repeated(name, "it stands in the query and in the body");
        });
        return named.values();
    }

    /**
     * Refuses what would be passed over: Actuator reads no body of a DELETE, so a dry run asked for there, in JSON or
     * as a form, is none.
     *
     * @param named what the body names
     * @throws RejectedRequestException when the body of a DELETE says anything
     */
    static void requireNothingInDelete(String method, byte[] body, Set<String> named) {
        if (method.equals(HttpMethod.DELETE.name()) && !saysNothing(body)) {
            String name = named.stream().findFirst().orElse("body");
            throw RejectedRequestException.of(new InvalidSettingException(
                    SafeText.shown(name),
                    named.isEmpty()
                            ? "it says something, and that of a DELETE is not read"
                            : "it stands in the body of a DELETE, which is not read",
                    "the same in the query, such as ?dryRun=true"));
        }
    }

    /**
     * Whether Spring is to take a request for one of JSON whatever type it declares: it has no body that could be of
     * another. Not where a browser sends it. A page of any origin may let it send what declares no JSON, and where
     * nobody is asked for a password that page would change layouts.
     *
     * @param header the first value of a header, or null
     */
    static boolean needsNoType(String method, byte[] body, Function<String, @Nullable String> header) {
        return method.equals(HttpMethod.POST.name())
                && body.length == 0
                && header.apply(HttpHeaders.ORIGIN) == null
                && header.apply("Sec-Fetch-Site") == null;
    }

    private static boolean saysNothing(byte[] body) {
        return NOTHING.matcher(new String(body, StandardCharsets.UTF_8)).matches();
    }

    private static RejectedRequestException repeated(String name, String reason) {
        return RejectedRequestException.of(new InvalidSettingException(SafeText.shown(name), reason, "each name once"));
    }

    /** What to tell of a body that Spring could not read. */
    static RejectedRequestException unreadable(@Nullable Throwable cause) {
        String name = nameAt(cause);
        return new RejectedRequestException(
                HttpStatus.BAD_REQUEST,
                "unreadable body",
                name == null ? "body" : SafeText.shown(name),
                name == null ? "the body is not a JSON object" : "its value is a list, an object, or no JSON",
                "a flat JSON object: names with single values");
    }

    private static @Nullable String nameAt(@Nullable Throwable cause) {
        List<JacksonException.Reference> path = cause instanceof JacksonException json ? json.getPath() : List.of();
        return path.isEmpty() ? null : path.get(0).getPropertyName();
    }
}
