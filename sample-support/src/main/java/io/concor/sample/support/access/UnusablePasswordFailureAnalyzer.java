package io.concor.sample.support.access;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reports which password to set, and how. Before Spring Boot's analyzer of failures to bind. */
@Order(Ordered.HIGHEST_PRECEDENCE)
class UnusablePasswordFailureAnalyzer extends AbstractFailureAnalyzer<UnusablePasswordException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnusablePasswordException cause) {
        return new FailureAnalysis(
                cause.getMessage() + ".",
                ("Set the environment variable %s to a password of at least %d characters and at most %d bytes in UTF-8,"
                                + " with {noop} in front of one that begins with {, or to the hash of one, {bcrypt}$2a$10$...,"
                                + " with a cost from %02d to %d.")
                        .formatted(
                                cause.variable(),
                                PasswordRules.LEAST_CHARACTERS,
                                PasswordRules.MOST_BYTES,
                                PasswordRules.LEAST_COST,
                                PasswordRules.MOST_COST),
                cause);
    }
}
