package io.concor.autoconfigure.security.password;

import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.authentication.configuration.AuthenticationConfiguration;

/**
 * The log-ins of all filter chains of Concor, which count together. Not a bean of type {@code AuthenticationManager}: that
 * would replace the one of the application.
 *
 * @param manager refuses log-ins after too many failures
 */
public record LimitedLogins(AuthenticationManager manager) {

    /** Limits the log-ins that the authentication of the application checks. */
    public static LimitedLogins of(AuthenticationConfiguration application, FailedLoginLog log) {
        AuthenticationManager checks =
                new PasswordChecks(application.getAuthenticationManager(), PasswordChecks.LONGEST_WAIT);
        return new LimitedLogins(new LimitedAuthenticationManager(checks, log, System::nanoTime));
    }
}
