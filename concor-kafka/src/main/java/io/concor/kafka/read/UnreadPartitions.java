package io.concor.kafka.read;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The partitions of a queue in which something lies that this process cannot read: the group gives them to others, if there are any.
 * Forgotten an hour later. Thread-safe.
 */
final class UnreadPartitions {

    /** What the brokers keep of a member is bounded. */
    static final int MOST = 1_000;

    private static final long KEPT_NANOS = TimeUnit.HOURS.toNanos(1);
    /** Between two shares that are asked for. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** When something was found last, by partition. */
    private final Map<Integer, Long> found = new ConcurrentHashMap<>();

    private final AtomicBoolean changed = new AtomicBoolean();
    private long askedNanos = System.nanoTime() - PAUSE_NANOS; // for the reader's thread

    /** Something was found in a partition. */
    void add(int partition) {
        if (found.replace(partition, System.nanoTime()) == null) {
            forget();
            if (found.size() < MOST) {
                found.put(partition, System.nanoTime());
                changed.set(true);
            }
        }
    }

    private void forget() {
        long now = System.nanoTime();
        found.values().removeIf(nanos -> now - nanos > KEPT_NANOS);
    }

    /** Returns the partitions. */
    List<Integer> present() {
        forget();
        return List.copyOf(found.keySet());
    }

    /** Returns whether the group is to share its partitions anew. For the reader's thread. */
    boolean takesChange() {
        long now = System.nanoTime();
        boolean takes = changed.get() && now - askedNanos >= PAUSE_NANOS;
        if (takes) {
            changed.set(false);
            askedNanos = now;
        }
        return takes;
    }
}
