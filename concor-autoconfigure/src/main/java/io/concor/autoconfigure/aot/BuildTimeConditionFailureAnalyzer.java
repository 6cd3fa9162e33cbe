package io.concor.autoconfigure.aot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a property that has another value than during the build. */
final class BuildTimeConditionFailureAnalyzer extends AbstractFailureAnalyzer<BuildTimeConditionException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, BuildTimeConditionException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", cause.remedy(), cause);
    }
}
