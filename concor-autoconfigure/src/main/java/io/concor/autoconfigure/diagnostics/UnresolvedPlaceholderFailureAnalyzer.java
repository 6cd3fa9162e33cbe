package io.concor.autoconfigure.diagnostics;

import io.concor.autoconfigure.properties.UnresolvedPlaceholderException;
import java.util.Locale;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reports which variable to set. Runs before Boot's analyzer of failed bindings, which shows the value. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnresolvedPlaceholderFailureAnalyzer extends AbstractFailureAnalyzer<UnresolvedPlaceholderException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnresolvedPlaceholderException cause) {
        String origin = cause.origin() == null ? "" : String.format(Locale.ROOT, "%n%n    Origin: %s", cause.origin());
        return new FailureAnalysis(
                cause.getMessage() + "." + origin,
                String.format(
                        Locale.ROOT,
                        "Set the environment variable or property %s, or write a value in place of the placeholder.",
                        cause.variable()),
                cause);
    }
}
