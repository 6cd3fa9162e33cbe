package io.concor.autoconfigure.endpoint.web;

import io.concor.autoconfigure.endpoint.PathVariableCheck;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.servlet.HandlerMapping;

/** Checks the path variables of the current servlet request. */
final class ServletPathVariableCheck implements PathVariableCheck {

    @Override
    public void requireUnchanged(Map<String, Object> arguments) {
        if (pathVariables() instanceof Map<?, ?> path) {
            PathVariableCheck.requireSame(path, arguments);
        }
    }

    private static @Nullable Object pathVariables() {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        return request == null
                ? null
                : request.getAttribute(
                        HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
    }
}
