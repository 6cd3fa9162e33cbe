package io.concor.autoconfigure.endpoint;

import io.concor.manage.ChangeOrigin;
import java.security.Principal;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;

/**
 * Holds the origin of the operation that runs on the current thread: its caller and channel. It is not a parameter of
 * the operations, because JMX clients would have to pass it. Actuator calls advisors and the operation on the same
 * thread. Thread-safe.
 */
public final class CallerContext {

    private final ThreadLocal<@Nullable ChangeOrigin> current = new ThreadLocal<>();

    /** Invokes an operation with its origin. */
    <T> T invoke(InvocationContext call, Supplier<T> operation) {
        ChangeOrigin previous = current.get();
        current.set(origin(call));
        try {
            return operation.get();
        } finally {
            restore(previous);
        }
    }

    private void restore(@Nullable ChangeOrigin previous) {
        if (previous == null) {
            current.remove();
        } else {
            current.set(previous);
        }
    }

    /** Returns the current origin; {@link ChangeOrigin#JAVA} outside of an operation. */
    public ChangeOrigin origin() {
        ChangeOrigin origin = current.get();
        return origin == null ? ChangeOrigin.JAVA : origin;
    }

    private static ChangeOrigin origin(InvocationContext call) {
        return ChangeOrigin.of(isWeb(call) ? ChangeOrigin.Source.ENDPOINT : ChangeOrigin.Source.JMX, who(call));
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
