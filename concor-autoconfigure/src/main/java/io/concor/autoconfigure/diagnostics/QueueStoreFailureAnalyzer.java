package io.concor.autoconfigure.diagnostics;

import io.concor.QueueStoreException;
import io.concor.text.Sentence;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reports a database of durable queues that cannot be used when the application starts. */
@Order(Ordered.HIGHEST_PRECEDENCE + 1) // after the problems of the configuration, which may be its cause
final class QueueStoreFailureAnalyzer extends AbstractFailureAnalyzer<QueueStoreException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, QueueStoreException cause) {
        return new FailureAnalysis(
                Sentence.of("The store of durable queues cannot be used: %s.", cause.getMessage()),
                "Check that the database runs, and URL, user and permissions of the data source (concor.queues.*, spring.datasource.*). Or start without durable slots (queue: memory) and dead-letters: store, and change slots when the database is there.",
                cause);
    }
}
