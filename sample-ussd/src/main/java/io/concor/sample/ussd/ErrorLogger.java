package io.concor.sample.ussd;

import io.concor.CatchTask;
import io.concor.sample.support.UndeliverableException;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Logs and counts requests that were not answered, or may not have been. Recovers with null: the event ends here and
 * counts as completed.
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
        String outcome = UndeliverableException.isOutcomeUnknown(error) ? "Outcome unknown" : "Not answered";
        LOG.warn("{}. {}", outcome, error.toString());
        LOG.debug("{}", outcome, error);
        meters.counter("ussd.errors", "error", error.getClass().getSimpleName()).increment();
        return null;
    }
}
