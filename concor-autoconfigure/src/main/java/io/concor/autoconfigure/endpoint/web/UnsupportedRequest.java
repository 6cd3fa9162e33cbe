package io.concor.autoconfigure.endpoint.web;

import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.PermittedAccess;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.invoke.ParameterValueMapper;
import org.springframework.boot.actuate.endpoint.web.EndpointMediaTypes;
import org.springframework.boot.actuate.endpoint.web.ExposableWebEndpoint;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpointDiscoverer;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.web.ErrorResponse;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Describes requests for which Spring finds no operation: because of their method, the type of their body, or the
 * formats that they accept. Spring would respond without saying what is expected. Thread-safe.
 */
final class UnsupportedRequest {

    /** Those of Concor, with the operations that their access disables. Discovers them when they are first asked for. */
    private final WebEndpointsSupplier declared;

    private final PermittedAccess permitted;

    UnsupportedRequest(ApplicationContext context, ObjectProvider<PathMapper> mappers) {
        this.declared = new WebEndpointDiscoverer(
                context,
                ParameterValueMapper.NONE,
                EndpointMediaTypes.DEFAULT,
                mappers.orderedStream().toList(),
                List.of(),
                List.of(),
                List.of(endpoint -> ConcorEndpointAutoConfiguration.ENDPOINTS.contains(endpoint.getEndpointId())),
                List.of());
        this.permitted = PermittedAccess.of(context.getEnvironment());
    }

    /**
     * Describes a request.
     *
     * @param failure why Spring does not handle the request
     * @param method the method of the request
     * @param path the path of the request
     * @param header the first value of a header, or null
     * @return null if the request failed for another reason
     */
    @Nullable
    RejectedRequestException explain(
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
                    type == null ? "it is missing" : Sentence.of("it is '%s'", SafeText.shown(type)),
                    MediaType.APPLICATION_JSON_VALUE);
        }
        return status == HttpStatus.NOT_ACCEPTABLE ? format(String.valueOf(header.apply(HttpHeaders.ACCEPT))) : null;
    }

    private RejectedRequestException method(String method, String path, HttpHeaders known) {
        String allowed =
                known.getAllow().stream().map(HttpMethod::name).sorted().collect(Collectors.joining(", "));
        return new RejectedRequestException(
                        HttpStatus.METHOD_NOT_ALLOWED, "unsupported method", "method", reason(method, path), allowed)
                .header(HttpHeaders.ALLOW, allowed);
    }

    private String reason(String method, String path) {
        return endpoint(method, path)
                .map(endpoint -> Sentence.of("%s is not enabled for this path (%s)", method, remedy(endpoint)))
                .orElseGet(() -> Sentence.of("this path has no operation for %s", SafeText.shown(method)));
    }

    /** Returns the endpoint that declares an operation, below any base path. */
    private Optional<EndpointId> endpoint(String method, String path) {
        PathContainer requested = PathContainer.parsePath(path);
        return declared.getEndpoints().stream()
                .filter(endpoint -> declares(endpoint, method, requested))
                .map(ExposableWebEndpoint::getEndpointId)
                .findFirst();
    }

    private static boolean declares(ExposableWebEndpoint endpoint, String method, PathContainer path) {
        return endpoint.getOperations().stream()
                .map(WebOperation::getRequestPredicate)
                .filter(operation -> operation.getHttpMethod().name().equals(method))
                .anyMatch(operation -> PathPatternParser.defaultInstance
                        .parse("/**/" + operation.getPath())
                        .matches(path));
    }

    private String remedy(EndpointId endpoint) {
        String access = Sentence.of("management.endpoint.%s.access: unrestricted", endpoint);
        return permitted.allows(Access.UNRESTRICTED)
                ? access
                : Sentence.of(
                        "%s forbids changes: raise it from %s to unrestricted, and set %s",
                        PermittedAccess.PROPERTY, inWords(permitted.most()), access);
    }

    private static String inWords(Access access) {
        return access.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static RejectedRequestException format(String accepted) {
        return new RejectedRequestException(
                HttpStatus.NOT_ACCEPTABLE,
                "unsupported format",
                HttpHeaders.ACCEPT,
                Sentence.of("it is '%s'", SafeText.shown(accepted)),
                MediaType.APPLICATION_JSON_VALUE + ", " + MediaType.TEXT_PLAIN_VALUE);
    }
}
