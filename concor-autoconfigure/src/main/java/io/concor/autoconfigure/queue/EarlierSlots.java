package io.concor.autoconfigure.queue;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What earlier runs, or other processes, have left in a store. It is asked once; if that fails, again with a later call: after a
 * second at first, then after twice as long each time, up to five minutes. Thread-safe.
 */
final class EarlierSlots {

    private static final Logger log = LoggerFactory.getLogger(EarlierSlots.class);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final String store;
    private final Callable<Map<String, Set<String>>> look;
    private final LongSupplier nanoTime;
    private @Nullable Map<String, Set<String>> found; // guarded by this, as all below
    private long pauseNanos;
    private long failedNanos;

    /**
     * @param store its name, for the log
     * @param look asks which slots have something there, by their flows
     */
    EarlierSlots(String store, Callable<Map<String, Set<String>>> look, LongSupplier nanoTime) {
        this.store = store;
        this.look = look;
        this.nanoTime = nanoTime;
    }

    /** Returns the slots, by their flows; none as long as that is not known. */
    synchronized Map<String, Set<String>> get() {
        Map<String, Set<String>> known = found;
        if (known == null && isDue()) {
            known = ask();
            found = known;
        }
        return known == null ? Map.of() : known;
    }

    private boolean isDue() {
        return pauseNanos == 0 || nanoTime.getAsLong() - failedNanos >= pauseNanos;
    }

    /** That it cannot be asked must not keep flows from starting that need no store. */
    private @Nullable Map<String, Set<String>> ask() {
        try {
            return look.call();
        } catch (Exception failed) {
            pauseNanos = Math.max(FIRST_PAUSE_NANOS, Math.min(LONGEST_PAUSE_NANOS, 2 * pauseNanos));
            failedNanos = nanoTime.getAsLong();
            log.warn(
                    "It is not known whether slots have events or dead letters in the queue store '{}'; it is asked again in {} s or later: {}",
                    store,
                    TimeUnit.NANOSECONDS.toSeconds(pauseNanos),
                    String.valueOf(failed));
            return null;
        }
    }
}
