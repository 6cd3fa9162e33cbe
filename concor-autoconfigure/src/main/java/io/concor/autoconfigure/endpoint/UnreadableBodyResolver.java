package io.concor.autoconfigure.endpoint;

import io.concor.autoconfigure.SettingText;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.core.JacksonException;

/**
 * Tells clients of Concor's endpoints, and of no others, in Concor's own shape that the body of a request is not a flat
 * JSON object. Actuator reads the body before an endpoint sees it.
 */
final class UnreadableBodyResolver implements HandlerExceptionResolver, Ordered {

    private static final String ALLOWED = "a flat JSON object: names with single values";

    private final Set<EndpointId> endpoints;
    private final PathMappedEndpoints paths;

    UnreadableBodyResolver(Set<EndpointId> endpoints, PathMappedEndpoints paths) {
        this.endpoints = endpoints;
        this.paths = paths;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        return failure instanceof HttpMessageNotReadableException unreadable && isOurs(request)
                ? answer(unreadable)
                : null;
    }

    private boolean isOurs(HttpServletRequest request) {
        String pattern = String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
        return endpoints.stream()
                .map(paths::getPath)
                .filter(Objects::nonNull)
                .anyMatch(path -> pattern.startsWith(path + "/"));
    }

    private static ModelAndView answer(HttpMessageNotReadableException unreadable) {
        Throwable cause = unreadable.getCause();
        return RefusalView.of(HttpStatus.BAD_REQUEST, "unreadable body", field(cause), reason(cause), ALLOWED);
    }

    private static String field(@Nullable Throwable cause) {
        List<JacksonException.Reference> path = cause instanceof JacksonException json ? json.getPath() : List.of();
        String name = path.isEmpty() ? null : path.get(0).getPropertyName();
        return name == null ? "body" : SettingText.shown(name);
    }

    private static String reason(@Nullable Throwable cause) {
        return field(cause).equals("body")
                ? "the body is not a JSON object"
                : "its value is a list, an object, or no JSON";
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE + 100;
    }
}
