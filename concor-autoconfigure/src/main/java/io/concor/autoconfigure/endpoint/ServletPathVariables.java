package io.concor.autoconfigure.endpoint;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.SettingText;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.servlet.HandlerMapping;

/** Reads the path variables of the servlet request that is being served. */
final class ServletPathVariables implements PathVariables {

    @Override
    public void requireUnchanged(Map<String, Object> arguments) {
        if (present() instanceof Map<?, ?> path) {
            path.forEach((name, value) -> requireSame(String.valueOf(name), value, arguments.get(name)));
        }
    }

    private static @Nullable Object present() {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        return request == null
                ? null
                : request.getAttribute(
                        HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
    }

    private static void requireSame(String name, Object inPath, @Nullable Object argument) {
        if (argument != null && !inPath.equals(argument)) {
            throw new InvalidSettingException(
                    name,
                    "'%s' is not the one in the path".formatted(SettingText.shown(argument)),
                    "the one in the path: '%s'".formatted(SettingText.shown(inPath)));
        }
    }
}
