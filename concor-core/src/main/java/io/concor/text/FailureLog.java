package io.concor.text;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Logs exceptions of user code, which may throw again while they are printed. Throws nothing: memory may be short, and what
 * logs must go on. Thread-safe.
 */
public final class FailureLog {

    private final AtomicBoolean logged = new AtomicBoolean();

    /** Runs a log statement at the first call only: user code may fail once for each event. */
    public void once(Throwable thrown, Consumer<Throwable> statement) {
        if (!logged.getAndSet(true)) {
            log(thrown, statement);
        }
    }

    /** Runs a log statement with an exception, or with a printable substitute if printing the exception fails. */
    public static void log(Throwable thrown, Consumer<Throwable> statement) {
        try {
            statement.accept(thrown);
        } catch (Throwable again) {
            logSubstitute(thrown, statement);
        }
    }

    private static void logSubstitute(Throwable thrown, Consumer<Throwable> statement) {
        try {
            statement.accept(new IllegalStateException(SafeText.of(thrown)));
        } catch (Throwable ignored) {
            // nothing can be logged
        }
    }
}
