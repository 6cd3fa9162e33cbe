package io.concor.autoconfigure.security;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.authentication.configuration.AuthenticationConfiguration;

/**
 * The log-ins of all filter chains of Concor, which count together. Not a bean of type {@code AuthenticationManager}: that
 * would replace the one of the application.
 *
 * @param manager refuses log-ins after too many failures
 */
record LimitedLogins(AuthenticationManager manager) {

    static LimitedLogins of(AuthenticationConfiguration application) {
        return new LimitedLogins(new LimitedAuthenticationManager(
                application.getAuthenticationManager(), new FailedLoginLog(afterAMinute()), System::nanoTime));
    }

    /** The JDK has one thread for all delays. It starts here: Tomcat would report one that a request starts as a leak. */
    private static Executor afterAMinute() {
        CompletableFuture.delayedExecutor(0, TimeUnit.SECONDS).execute(() -> {});
        return CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES);
    }
}
