package io.concor;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what a carrier throws away from the events; the first time it is logged. */
final class GuardedThreadLocalCarrier implements ThreadLocalCarrier {

    private static final Logger logger = LoggerFactory.getLogger(ThreadLocalCarrier.class);

    /** What was captured where that failed: as good as nothing to an event, and nothing to clear a thread by. */
    private static final Object UNKNOWN = "unknown";

    private final ThreadLocalCarrier carrier;
    private final AtomicBoolean failed = new AtomicBoolean();

    GuardedThreadLocalCarrier(ThreadLocalCarrier carrier) {
        this.carrier = carrier;
    }

    @Override
    public @Nullable Object capture() {
        try {
            return carrier.capture();
        } catch (Throwable thrown) {
            tell(thrown);
            return UNKNOWN;
        }
    }

    @Override
    public void restore(@Nullable Object captured) {
        try {
            carrier.restore(captured == UNKNOWN ? null : captured);
        } catch (Throwable thrown) {
            tell(thrown);
        }
    }

    @Override
    public void clear(@Nullable Object own) {
        if (own == UNKNOWN) {
            return;
        }
        try {
            carrier.clear(own);
        } catch (Throwable thrown) {
            tell(thrown);
        }
    }

    private void tell(Throwable thrown) {
        if (failed.compareAndSet(false, true)) {
            logger.error(
                    "Thread-locals could not be carried by {}; told once only",
                    carrier.getClass().getName(),
                    thrown);
        }
    }
}
