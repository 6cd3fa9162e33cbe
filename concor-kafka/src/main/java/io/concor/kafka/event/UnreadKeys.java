package io.concor.kafka.event;

import io.concor.queues.row.KeyHold;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Keys whose events wait, in partitions of this process, until one that knows their messages owns these, as operators see them. Those
 * that are not added again are forgotten. Thread-safe.
 */
public final class UnreadKeys {

    private static final int MOST = 100;
    /** Events are looked at more often. */
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(6);

    /** By the ids of the events; guarded by this. */
    private final Map<String, Seen> seen = new LinkedHashMap<>();

    private record Seen(KeyHold hold, long nanos) {}

    /** A key waits, since then if it is new. */
    public synchronized void add(KeyHold hold) {
        forget();
        Seen before = seen.get(hold.eventId());
        if (before != null || seen.size() < MOST) {
            long since = before == null ? hold.since() : before.hold().since();
            KeyHold kept =
                    new KeyHold(hold.key(), hold.eventId(), hold.number(), hold.failure(), since, hold.retryAt());
            seen.put(hold.eventId(), new Seen(kept, System.nanoTime()));
        }
    }

    private void forget() { // guarded by this
        long now = System.nanoTime();
        seen.values().removeIf(each -> now - each.nanos() > KEPT_NANOS);
    }

    /** Returns those that wait now. */
    public synchronized List<KeyHold> present() {
        forget();
        return seen.values().stream().map(Seen::hold).toList();
    }
}
