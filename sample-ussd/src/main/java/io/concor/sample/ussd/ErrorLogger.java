package io.concor.sample.ussd;

import io.concor.CatchTask;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Logs and counts requests that were not answered. Recovers with null: the event ends here and counts as completed.
 */
@Component
class ErrorLogger implements CatchTask<SentReply> {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorLogger.class);

    private final MeterRegistry meters;

    ErrorLogger(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public @Nullable SentReply onError(Throwable error) {
        LOG.warn("Not answered. {}", error.toString());
        LOG.debug("Not answered", error);
        meters.counter("ussd.errors", "error", error.getClass().getSimpleName()).increment();
        return null;
    }
}
