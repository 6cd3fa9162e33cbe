package io.concor.text;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/**
 * Tells in the log of the first failure of what somebody has plugged in, and of no later one: there may be one per
 * event.
 */
public final class LogOnce {

    private final Logger logger;
    private final String message;
    private final AtomicBoolean told = new AtomicBoolean();

    /**
     * @param logger where it is told
     * @param message what follows from it, with a place for the name of the type that failed
     */
    public LogOnce(Logger logger, String message) {
        this.logger = logger;
        this.message = message + "; told once only";
    }

    public void log(Object failing, Throwable thrown) {
        if (told.compareAndSet(false, true)) {
            String name = failing.getClass().getName();
            ThrowableText.log(thrown, failure -> logger.error(message, name, failure));
        }
    }
}
