package io.concor.autoconfigure.endpoint.web;

import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.invoke.ParameterValueMapper;
import org.springframework.boot.actuate.endpoint.web.EndpointMediaTypes;
import org.springframework.boot.actuate.endpoint.web.ExposableWebEndpoint;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpointDiscoverer;
import org.springframework.context.ApplicationContext;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The operations that Concor's endpoints declare, including those that their access disables. Discovers them when they
 * are first asked for. Thread-safe.
 */
final class DeclaredOperations {

    private final WebEndpointsSupplier endpoints;

    DeclaredOperations(ApplicationContext context, List<PathMapper> mappers) {
        this.endpoints = new WebEndpointDiscoverer(
                context,
                ParameterValueMapper.NONE,
                EndpointMediaTypes.DEFAULT,
                mappers,
                List.of(),
                List.of(),
                List.of(endpoint -> ConcorEndpointAutoConfiguration.ENDPOINTS.contains(endpoint.getEndpointId())),
                List.of());
    }

    /**
     * Returns the endpoint that declares an operation.
     *
     * @param method the HTTP method of the operation
     * @param path the path of a request, below any base path
     */
    Optional<EndpointId> endpoint(String method, String path) {
        PathContainer requested = PathContainer.parsePath(path);
        return endpoints.getEndpoints().stream()
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
}
