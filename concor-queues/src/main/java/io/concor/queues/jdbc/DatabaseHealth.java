package io.concor.queues.jdbc;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a store reaches its database, by what its threads report. Writes one warning for each cause and minute. Thread-safe.
 */
public final class DatabaseHealth {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseHealth.class);
    private static final long BETWEEN_WARNINGS_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_CAUSES = 64;

    private final String store;
    private final LongSupplier nanoTime;
    private final Map<String, String> failing = new ConcurrentHashMap<>();
    private final Map<String, Long> warned = new ConcurrentHashMap<>();

    public DatabaseHealth(String store) {
        this(store, System::nanoTime);
    }

    DatabaseHealth(String store, LongSupplier nanoTime) {
        this.store = store;
        this.nanoTime = nanoTime;
    }

    /**
     * A state at one moment.
     *
     * @param up whether all threads of the store do their work
     * @param reason what fails and why, or null if nothing does
     */
    public record State(boolean up, @Nullable String reason) {}

    /** Returns the present state. */
    public State state() {
        String reason = String.join("; ", failing.values());
        return reason.isEmpty() ? new State(true, null) : new State(false, reason);
    }

    /** Some work, such as "write events", could be done. */
    public void succeeded(String work) {
        if (!failing.isEmpty() && failing.remove(work) != null) {
            LOG.info("The queue store '{}' can {} again", store, work);
        }
    }

    /** Some work, such as "write events", failed and is tried again. */
    public void failed(String work, Throwable cause) {
        failing.put(work, "cannot " + work + ": " + cause);
        warn(
                work + cause.getClass().getName() + firstLine(cause),
                () -> LOG.warn(
                        "The queue store '{}' cannot {}, and tries again: {}",
                        store,
                        work,
                        String.valueOf(cause),
                        cause));
    }

    /** Something is worth a warning, but no failure. */
    public void notice(String text) {
        warn(text, () -> LOG.warn("The queue store '{}': {}", store, text));
    }

    private void warn(String cause, Runnable log) {
        long now = nanoTime.getAsLong();
        if (warned.size() > MOST_CAUSES) {
            warned.clear();
        }
        Long before = warned.get(cause);
        if (before == null || now - before > BETWEEN_WARNINGS_NANOS) {
            warned.put(cause, now);
            log.run();
        }
    }

    private static String firstLine(Throwable cause) {
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    }
}
