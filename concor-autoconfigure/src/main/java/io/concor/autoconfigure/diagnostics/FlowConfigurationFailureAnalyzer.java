package io.concor.autoconfigure.diagnostics;

import io.concor.autoconfigure.flow.FlowConfigurationException;
import java.util.Locale;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Reports an invalid configuration of a flow: the problem, its place and the remedy. Runs before analyzers of the
 * cause, which know less.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class FlowConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<FlowConfigurationException> {

    private final PropertyOrigins origins;

    FlowConfigurationFailureAnalyzer(Environment environment) {
        this.origins = new PropertyOrigins(environment);
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, FlowConfigurationException cause) {
        String property = cause.place().property();
        return new FailureAnalysis(
                String.format(Locale.ROOT, "%s: %s.%n%n%s", cause.place(), cause.problem(), origins.describe(property)),
                cause.remedy(),
                cause);
    }
}
