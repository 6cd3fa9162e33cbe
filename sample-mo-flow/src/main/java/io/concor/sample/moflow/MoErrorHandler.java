package io.concor.sample.moflow;

import io.concor.CatchTask;
import io.concor.sample.support.UndeliverableException;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Logs messages that could not be sent, and counts them by what lies behind. It recovers with nothing: the event ends
 * here, and counts as completed.
 */
@Component
class MoErrorHandler implements CatchTask<SentMessage> {

    private static final Logger LOG = LoggerFactory.getLogger(MoErrorHandler.class);

    private final MeterRegistry meters;

    MoErrorHandler(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public @Nullable SentMessage onError(Throwable error) {
        LOG.warn("Not sent. {}", error.toString());
        LOG.debug("Not sent", error);
        meters.counter("mo.flow.errors", "error", behind(error).getClass().getSimpleName())
                .increment();
        return null;
    }

    private static Throwable behind(Throwable error) {
        Throwable cause = error.getCause();
        return error instanceof UndeliverableException && cause != null ? cause : error;
    }
}
