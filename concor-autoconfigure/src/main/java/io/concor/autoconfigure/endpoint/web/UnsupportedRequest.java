package io.concor.autoconfigure.endpoint.web;

import io.concor.text.SafeText;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponse;

/**
 * Describes requests for which Spring finds no operation: because of their method, the type of their body, or the
 * formats that they accept. Spring would respond without saying what is expected.
 */
final class UnsupportedRequest {

    private static final Set<String> CHANGES = Set.of(HttpMethod.POST.name(), HttpMethod.DELETE.name());

    private static final Pattern ENDPOINT = Pattern.compile("concor[a-z]+");

    private UnsupportedRequest() {}

    /**
     * Describes a request.
     *
     * @param failure why Spring does not handle the request
     * @param method the method of the request
     * @param path the path of the request
     * @param header the first value of a header, or null
     * @return null if the request failed for another reason
     */
    static @Nullable RejectedRequestException of(
            Throwable failure, String method, String path, Function<String, @Nullable String> header) {
        HttpStatus status = failure instanceof ErrorResponse error
                ? HttpStatus.resolve(error.getStatusCode().value())
                : null;
        if (status == HttpStatus.METHOD_NOT_ALLOWED) {
            return method(method, path, ((ErrorResponse) failure).getHeaders());
        }
        if (status == HttpStatus.UNSUPPORTED_MEDIA_TYPE) {
            String type = header.apply(HttpHeaders.CONTENT_TYPE);
            return RequestBodyRules.unsupported(
                    type == null ? "it is missing" : "it is '%s'".formatted(SafeText.shown(type)),
                    MediaType.APPLICATION_JSON_VALUE);
        }
        return status == HttpStatus.NOT_ACCEPTABLE ? format(String.valueOf(header.apply(HttpHeaders.ACCEPT))) : null;
    }

    private static RejectedRequestException method(String method, String path, HttpHeaders known) {
        String allowed =
                known.getAllow().stream().map(HttpMethod::name).sorted().collect(Collectors.joining(", "));
        String disabled = CHANGES.contains(method)
                ? ", or changes are not enabled (management.endpoint.%s.access: unrestricted)".formatted(endpoint(path))
                : "";
        return new RejectedRequestException(
                        HttpStatus.METHOD_NOT_ALLOWED,
                        "unsupported method",
                        "method",
                        "this path has no operation for %s%s".formatted(SafeText.shown(method), disabled),
                        allowed)
                .header(HttpHeaders.ALLOW, allowed);
    }

    /** Returns the id of the endpoint, unless its path was renamed. */
    private static String endpoint(String path) {
        return Stream.of(path.split("/"))
                .filter(ENDPOINT.asMatchPredicate())
                .findFirst()
                .orElse("<id>");
    }

    private static RejectedRequestException format(String accepted) {
        return new RejectedRequestException(
                HttpStatus.NOT_ACCEPTABLE,
                "unsupported format",
                HttpHeaders.ACCEPT,
                "it is '%s'".formatted(SafeText.shown(accepted)),
                MediaType.APPLICATION_JSON_VALUE + ", " + MediaType.TEXT_PLAIN_VALUE);
    }
}
