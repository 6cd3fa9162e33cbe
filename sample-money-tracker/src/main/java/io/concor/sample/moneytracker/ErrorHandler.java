package io.concor.sample.moneytracker;

import io.concor.CatchTask;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Recovers where a transaction was booked before: with the first booking. Every other error it logs and counts, and
 * leaves to whoever awaits the result.
 */
@Component
class ErrorHandler implements CatchTask<BookedTrx> {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorHandler.class);

    private final MeterRegistry meters;

    ErrorHandler(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public BookedTrx onError(Throwable error) throws Throwable {
        if (error instanceof AlreadyBookedException repeated) {
            LOG.info("{}", repeated.getMessage());
            return repeated.first();
        }
        if (error instanceof TrxRefusedException || error instanceof UnreadableTrxException) {
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
