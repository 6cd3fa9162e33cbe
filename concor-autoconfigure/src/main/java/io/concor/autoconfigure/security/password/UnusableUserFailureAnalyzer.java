package io.concor.autoconfigure.security.password;

import java.util.Locale;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports which property of a user to set, and how. */
final class UnusableUserFailureAnalyzer extends AbstractFailureAnalyzer<UnusableUserException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnusableUserException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", action(cause.property()), cause);
    }

    private static String action(String property) {
        if (property.endsWith(".roles")) {
            return String.format(Locale.ROOT, "Set %s to viewer, presets, diagnosis or operator.", property);
        }
        if (property.endsWith(".users")) {
            return "Set concor.security.users.<name>.password and .roles, or define a UserDetailsService, or configure a"
                    + " client registration in spring.security.oauth2.client.";
        }
        return String.format(
                Locale.ROOT,
                "Set %s, or the variable that it refers to, to a password of at least %d characters and at most %d bytes"
                        + " in UTF-8, with {noop} in front of one that begins with {, or to the hash of one,"
                        + " {bcrypt}$2a$10$..., with a cost from %02d to %d.",
                property,
                PasswordRules.LEAST_CHARACTERS,
                PasswordRules.MOST_BYTES,
                PasswordRules.LEAST_COST,
                PasswordRules.MOST_COST);
    }
}
