package io.concor.autoconfigure.preset.jpa;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reports why presets cannot be stored in a database, and the remedy. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PresetStoreSetupFailureAnalyzer extends AbstractFailureAnalyzer<PresetStoreSetupException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PresetStoreSetupException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", cause.remedy(), cause);
    }
}
