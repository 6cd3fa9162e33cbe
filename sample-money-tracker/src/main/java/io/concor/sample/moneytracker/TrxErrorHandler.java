package io.concor.sample.moneytracker;

import io.concor.CatchTask;
import io.concor.sample.support.UnreadableMessageException;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Recovers a transaction that was booked before with its first booking. Logs and counts every other error and throws it
 * again, so that the caller receives it.
 */
@Component
class TrxErrorHandler implements CatchTask<BookedTrx> {

    private static final Logger LOG = LoggerFactory.getLogger(TrxErrorHandler.class);

    private final MeterRegistry meters;

    TrxErrorHandler(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public BookedTrx onError(Throwable error) throws Throwable {
        if (error instanceof AlreadyBookedException repeated) {
            LOG.info("{}", repeated.getMessage());
            return repeated.first();
        }
        if (error instanceof TrxRefusedException || error instanceof UnreadableMessageException) {
            LOG.info("Refused: {}", error.getMessage());
        } else {
            LOG.warn("Failed: {}", error.toString());
            LOG.debug("Failed", error);
        }
        meters.counter("money.tracker.errors", "error", error.getClass().getSimpleName())
                .increment();
        throw error;
    }
}
