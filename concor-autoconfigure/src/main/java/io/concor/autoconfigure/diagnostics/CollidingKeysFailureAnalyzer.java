package io.concor.autoconfigure.diagnostics;

import io.concor.autoconfigure.properties.CollidingKeysException;
import java.util.Locale;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Reports a key that means several flows, components or users. Runs before Boot's analyzer of failed bindings. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class CollidingKeysFailureAnalyzer extends AbstractFailureAnalyzer<CollidingKeysException> {

    private final PropertyOrigins origins;

    CollidingKeysFailureAnalyzer(Environment environment) {
        this.origins = new PropertyOrigins(environment);
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, CollidingKeysException cause) {
        return new FailureAnalysis(
                String.format(
                        Locale.ROOT,
                        "%s.%n%n%s",
                        cause.getMessage(),
                        origins.describe(cause.place().property())),
                "Write one name in the same way everywhere. Rename one of two flows, components or users, so that their letters or digits differ.",
                cause);
    }
}
