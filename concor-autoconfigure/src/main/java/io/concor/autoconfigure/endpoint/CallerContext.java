package io.concor.autoconfigure.endpoint;

import io.concor.manage.ChangeOrigin;
import io.concor.manage.ChangeSource;
import java.security.Principal;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;

/**
 * Who calls the operation that is being invoked, and by which way. A parameter for it would be one that JMX clients
 * have to give. Actuator invokes an operation on the thread on which it asks its advisors. Thread-safe.
 */
final class CallerContext {

    private final ThreadLocal<@Nullable ChangeOrigin> present = new ThreadLocal<>();

    /** Invokes an operation for its caller. */
    <T> T invoke(InvocationContext call, Supplier<T> operation) {
        ChangeOrigin outer = present.get();
        present.set(origin(call));
        try {
            return operation.get();
        } finally {
            restore(outer);
        }
    }

    private void restore(@Nullable ChangeOrigin outer) {
        if (outer == null) {
            present.remove();
        } else {
            present.set(outer);
        }
    }

    /** The present caller; code of the application where no operation is being invoked. */
    ChangeOrigin origin() {
        ChangeOrigin origin = present.get();
        return origin == null ? ChangeOrigin.JAVA : origin;
    }

    private static ChangeOrigin origin(InvocationContext call) {
        return ChangeOrigin.of(isWeb(call) ? ChangeSource.ENDPOINT : ChangeSource.JMX, who(call));
    }

    static boolean isWeb(InvocationContext call) {
        return call.canResolve(WebServerNamespace.class);
    }

    private static @Nullable String who(InvocationContext call) {
        SecurityContext security = call.resolveArgument(SecurityContext.class);
        Principal principal = security == null ? null : security.getPrincipal();
        return principal == null ? null : principal.getName();
    }
}
