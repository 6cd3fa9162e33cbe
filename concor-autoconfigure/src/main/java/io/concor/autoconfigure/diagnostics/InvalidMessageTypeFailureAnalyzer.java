package io.concor.autoconfigure.diagnostics;

import io.concor.queues.InvalidMessageTypeException;
import io.concor.text.Sentence;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports types of messages, or upcasters, that do not fit together. */
final class InvalidMessageTypeFailureAnalyzer extends AbstractFailureAnalyzer<InvalidMessageTypeException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidMessageTypeException cause) {
        return new FailureAnalysis(
                Sentence.of("Messages of durable queues cannot be stored: %s.", cause.problem()),
                cause.remedy() + ".",
                cause);
    }
}
