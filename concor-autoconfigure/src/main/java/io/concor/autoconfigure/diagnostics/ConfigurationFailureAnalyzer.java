package io.concor.autoconfigure.diagnostics;

import io.concor.autoconfigure.properties.ConfigurationException;
import io.concor.text.Sentence;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Reports why an application cannot start as it is configured: the problem, its place and the remedy. Runs before the
 * analyzers of its cause and of failed bindings, which know less or show a value that may be a secret.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {

    private final PropertyOrigins origins;

    ConfigurationFailureAnalyzer(Environment environment) {
        this.origins = new PropertyOrigins(environment);
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ConfigurationException cause) {
        String property = cause.property();
        String place = property == null ? "" : Sentence.of("%n%n%s", origins.describe(property));
        return new FailureAnalysis(cause.description() + place, cause.remedy(), cause);
    }
}
