package io.concor.engine;

import io.concor.Flow;
import io.concor.text.ThrowableText;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the errors that no catch component met and nobody awaits: the first at once, then one every ten seconds. */
final class UnhandledErrors {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String flow;
    private final AtomicLong lastLogged = new AtomicLong(System.nanoTime() - PAUSE_NANOS);
    private final AtomicLong silent = new AtomicLong();

    UnhandledErrors(String flow) {
        this.flow = flow;
    }

    void note(Throwable error) {
        long last = lastLogged.get();
        long now = System.nanoTime();
        if (now - last >= PAUSE_NANOS && lastLogged.compareAndSet(last, now)) {
            log(error);
        } else {
            silent.incrementAndGet();
        }
    }

    private void log(Throwable error) {
        long more = silent.getAndSet(0);
        ThrowableText.log(
                error,
                thrown -> logger.warn(
                        "Flow '{}': an event ended with an error that no catch component met ({} more since the last report)",
                        flow,
                        more,
                        thrown));
    }
}
