package io.concor.autoconfigure.diagnostics;

import io.concor.queue.UnequalFlowException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reports another process that shares a flow and has a different one. */
@Order(Ordered.HIGHEST_PRECEDENCE) // before that of stores, which can be used
final class UnequalFlowFailureAnalyzer extends AbstractFailureAnalyzer<UnequalFlowException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnequalFlowException cause) {
        return new FailureAnalysis(cause.problem() + ".", cause.remedy(), cause);
    }
}
