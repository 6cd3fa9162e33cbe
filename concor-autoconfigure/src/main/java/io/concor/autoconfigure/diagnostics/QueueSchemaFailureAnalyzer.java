package io.concor.autoconfigure.diagnostics;

import io.concor.queues.schema.SchemaException;
import io.concor.text.Sentence;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reports tables of durable queues that are missing, or that do not fit this version. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class QueueSchemaFailureAnalyzer extends AbstractFailureAnalyzer<SchemaException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SchemaException cause) {
        return new FailureAnalysis(
                Sentence.of(
                        "The tables of durable queues do not fit:%n%n  - %s", String.join("\n  - ", cause.problems())),
                cause.remedy(),
                cause);
    }
}
