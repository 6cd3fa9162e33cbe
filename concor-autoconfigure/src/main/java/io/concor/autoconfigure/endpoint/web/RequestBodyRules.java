package io.concor.autoconfigure.endpoint.web;

import io.concor.InvalidSettingException;
import io.concor.text.DurationFormat;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
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

/** The rules for requests, which are checked before an operation is invoked. Thread-safe. */
final class RequestBodyRules {

    /** Much more than the longest reason needs. */
    static final int MAX_BYTES = 16 * 1024;

    /** Much more than a body of this size needs. */
    static final Duration MAX_TIME = Duration.ofSeconds(10);

    /** The encodings that JSON allows, which a parser detects from the first bytes. */
    private static final Set<String> UNICODE =
            Set.of("UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE");

    private static final Pattern NOTHING = Pattern.compile("\\s*+(\\{\\s*+\\})?+\\s*+");

    private RequestBodyRules() {}

    /** Rejects a body of an unreadable type or in an unreadable encoding, or one that is declared as too large. */
    static void requireReadable(@Nullable String contentType, long declaredBytes) {
        MediaType type = parsed(contentType);
        if (type == null) {
            throw unreadableType(contentType);
        }
        requireUnicode(type);
        requireFitting(declaredBytes);
    }

    /** Returns null for multipart and malformed types: Spring would fail on them before it selects the endpoint. */
    private static @Nullable MediaType parsed(@Nullable String contentType) {
        try {
            MediaType type = contentType == null ? MediaType.APPLICATION_JSON : MediaType.parseMediaType(contentType);
            return type.isConcrete() && !type.getType().equals("multipart") ? type : null;
        } catch (InvalidMediaTypeException none) {
            return null;
        }
    }

    /** Rejects other encodings: Spring would decode names that {@link #requireUnambiguousFields} does not see. */
    private static void requireUnicode(MediaType type) {
        Charset charset = type.getCharset();
        if (charset != null && !UNICODE.contains(charset.name())) {
            throw unsupported(
                    Sentence.of("its charset is '%s'", charset.name()),
                    MediaType.APPLICATION_JSON_VALUE + " in UTF-8, UTF-16 or UTF-32");
        }
    }

    /** Describes a body of a type that is not read. */
    static RejectedRequestException unsupported(String reason, String allowed) {
        return new RejectedRequestException(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE, "unreadable body", "Content-Type", reason, allowed);
    }

    private static RejectedRequestException unreadableType(@Nullable String contentType) {
        return unsupported(
                Sentence.of("it is '%s'", SafeText.shown(String.valueOf(contentType))),
                MediaType.APPLICATION_JSON_VALUE);
    }

    /** Rejects the form of a POST, which is not read in the end either. */
    static void requireNoPostedForm(String method, @Nullable String contentType, long declaredBytes) {
        if (method.equals(HttpMethod.POST.name())) {
            requireNoForm(contentType, declaredBytes);
        }
    }

    /** @param declaredBytes the declared length of the body, or -1 if it is unknown */
    static void requireNoForm(@Nullable String contentType, long declaredBytes) {
        if (declaredBytes != 0 && isForm(contentType)) {
            throw unreadableType(contentType);
        }
    }

    private static boolean isForm(@Nullable String contentType) {
        return isUrlEncoded(contentType) || startsWith(contentType, "multipart/");
    }

    static boolean isUrlEncoded(@Nullable String contentType) {
        return startsWith(contentType, MediaType.APPLICATION_FORM_URLENCODED_VALUE);
    }

    private static boolean startsWith(@Nullable String contentType, String type) {
        return contentType != null
                && contentType.strip().toLowerCase(Locale.ROOT).startsWith(type);
    }

    static void requireFitting(long bytes) {
        if (bytes > MAX_BYTES) {
            throw tooLarge();
        }
    }

    static RejectedRequestException tooLarge() {
        return new RejectedRequestException(
                HttpStatus.CONTENT_TOO_LARGE,
                "body too large",
                "body",
                Sentence.of("it has more than %d bytes", MAX_BYTES),
                Sentence.of("up to %d bytes", MAX_BYTES));
    }

    /** Rejects a body that its caller sends so slowly that it occupies a thread of the server. */
    static void requireInTime(long nanos) {
        if (nanos > MAX_TIME.toNanos()) {
            throw tooSlow(MAX_TIME);
        }
    }

    static RejectedRequestException tooSlow(Duration limit) {
        String shown = DurationFormat.of(limit);
        return new RejectedRequestException(
                HttpStatus.REQUEST_TIMEOUT,
                "body too slow",
                "body",
                "it did not arrive as a whole within " + shown,
                "a body that arrives within " + shown);
    }

    /**
     * Rejects fields that a JSON parser, or Spring, would silently read in one of several ways: an invalid encoding of a
     * name, a repeated name, and null, which would be taken for an absent value: {@code "dryRun":null} would change the
     * layout.
     *
     * @param body the body, truncated beyond the limit
     * @param inQuery the names in the query, which override those of the body
     * @return the fields of the body, as text
     * @throws RejectedRequestException if the body is too large or wrongly encoded, a name occurs twice in the body, or
     *     in body and query, or a value is null
     */
    static Map<String, String> requireUnambiguousFields(byte[] body, Set<String> inQuery) {
        requireFitting(body.length);
        requireValidEncoding(body);
        JsonFields named = JsonFields.of(body);
        if (named.repeated() != null) {
            throw repeated(named.repeated(), "it occurs more than once in the body");
        }
        named.values().keySet().stream().filter(inQuery::contains).findFirst().ifPresent(name -> {
            throw repeated(name, "it occurs in the query and in the body");
        });
        named.nulls().stream().findFirst().ifPresent(name -> {
            throw withoutValue(name, "it is null");
        });
        return named.values();
    }

    private static void requireValidEncoding(byte[] body) {
        Charset charset = JsonEncoding.of(body);
        if (!JsonEncoding.isValid(body, charset)) {
            throw new RejectedRequestException(
                    HttpStatus.BAD_REQUEST,
                    "unreadable body",
                    "body",
                    Sentence.of("its bytes are not valid %s", charset.name()),
                    "JSON in UTF-8, UTF-16 or UTF-32");
        }
    }

    /** Describes a name that is present without a value, which an operation could not tell from an absent one. */
    static RejectedRequestException withoutValue(String name, String reason) {
        return RejectedRequestException.of(
                new InvalidSettingException(SafeText.shown(name), reason, "a value, or leave out the name"));
    }

    /**
     * Rejects a DELETE with a body, which Actuator does not read: a dry run that the body requests would be ignored.
     *
     * @param named the names in the body
     * @throws RejectedRequestException if a DELETE has a body
     */
    static void requireEmptyDeleteBody(String method, byte[] body, Set<String> named) {
        if (method.equals(HttpMethod.DELETE.name()) && !isEmpty(body)) {
            String name = named.stream().findFirst().orElse("body");
            throw RejectedRequestException.of(new InvalidSettingException(
                    SafeText.shown(name),
                    named.isEmpty()
                            ? "the body of a DELETE is not read"
                            : "it is in the body of a DELETE, which is not read",
                    "parameters in the query, such as ?dryRun=true"));
        }
    }

    /**
     * Whether a request is an empty POST, which may have any content type, and does not come from a browser. A page of
     * any origin can make a browser send requests that do not declare JSON; without authentication, such a page could
     * change layouts.
     *
     * @param header the first value of a header, or null
     */
    static boolean isEmptyPostFromNonBrowser(String method, byte[] body, Function<String, @Nullable String> header) {
        return method.equals(HttpMethod.POST.name())
                && body.length == 0
                && header.apply(HttpHeaders.ORIGIN) == null
                && header.apply("Sec-Fetch-Site") == null;
    }

    private static boolean isEmpty(byte[] body) {
        return NOTHING.matcher(new String(body, StandardCharsets.UTF_8)).matches();
    }

    private static RejectedRequestException repeated(String name, String reason) {
        return RejectedRequestException.of(new InvalidSettingException(SafeText.shown(name), reason, "each name once"));
    }

    /** Describes a body that Spring could not read. */
    static RejectedRequestException unreadable(@Nullable Throwable cause) {
        String name = nameAt(cause);
        return new RejectedRequestException(
                HttpStatus.BAD_REQUEST,
                "unreadable body",
                name == null ? "body" : SafeText.shown(name),
                name == null ? "the body is not a JSON object" : "its value is a list, an object, or not JSON",
                "a flat JSON object: names with single values");
    }

    private static @Nullable String nameAt(@Nullable Throwable cause) {
        List<JacksonException.Reference> path = cause instanceof JacksonException json ? json.getPath() : List.of();
        return path.isEmpty() ? null : path.get(0).getPropertyName();
    }
}
