package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.core.Ordered;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.ModelAndView;

/**
 * Resolves failures to read the body of a request to Concor's endpoints, which must be a flat JSON object. Actuator
 * reads the body before it invokes an operation.
 */
final class UnreadableBodyExceptionResolver implements HandlerExceptionResolver, Ordered {

    private final Set<EndpointId> endpoints;
    private final PathMappedEndpoints paths;

    UnreadableBodyExceptionResolver(Set<EndpointId> endpoints, PathMappedEndpoints paths) {
        this.endpoints = endpoints;
        this.paths = paths;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        return failure instanceof HttpMessageNotReadableException unreadable && isOurs(request)
                ? RejectedRequestView.of(RequestBodyRules.unreadable(unreadable.getCause()))
                : null;
    }

    private boolean isOurs(HttpServletRequest request) {
        String pattern = String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
        return endpoints.stream()
                .map(paths::getPath)
                .filter(Objects::nonNull)
                .anyMatch(path -> pattern.startsWith(path + "/"));
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE + 100;
    }
}
