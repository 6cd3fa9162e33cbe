package io.concor.sample.moflow;

import io.concor.CatchTask;
import io.concor.sample.support.UndeliverableException;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Logs messages that were not sent, or of which no answer says so, and counts them by cause. Recovers with null: the
 * event ends here and counts as completed.
 */
@Component
@OnNode("core")
class MoErrorHandler implements CatchTask<SentMessage> {

    private static final Logger LOG = LoggerFactory.getLogger(MoErrorHandler.class);

    private final MeterRegistry meters;

    MoErrorHandler(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public @Nullable SentMessage onError(Throwable error) {
        String outcome = UndeliverableException.isOutcomeUnknown(error) ? "Outcome unknown" : "Not sent";
        LOG.warn("{}. {}", outcome, error.toString());
        LOG.debug("{}", outcome, error);
        meters.counter("mo.flow.errors", "error", cause(error).getClass().getSimpleName())
                .increment();
        return null;
    }

    private static Throwable cause(Throwable error) {
        Throwable cause = error.getCause();
        return error instanceof UndeliverableException && cause != null ? cause : error;
    }
}
