package io.concor.kafka.read;

import io.concor.kafka.event.PartitionLease;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The lines of the keys of a partition, and which of them may hand out their first events. For the reader's thread. */
final class KeyLines {

    /** So many events of one key are in hand at most, and as many of those that wait have copies in memory. */
    private static final int MOST_OF_KEY = 64;

    private final PartitionLease lease;
    private final Map<String, KeyLine> lines = new HashMap<>();
    private final Set<KeyLine> ready = new LinkedHashSet<>();

    KeyLines(PartitionLease lease) {
        this.lease = lease;
    }

    /** Returns the line of a key, with what holds it. */
    KeyLine line(String key) {
        return lines.computeIfAbsent(
                key, absent -> new KeyLine(key, most(key), lease.progress().holdOf(key)));
    }

    /** A key with very many events must not take all room; where one thread serves events without keys, there is but one line. */
    private int most(String key) {
        return lease.queue().isOrderOfAll(key) ? Integer.MAX_VALUE : MOST_OF_KEY;
    }

    @Nullable
    KeyLine find(String key) {
        return lines.get(key);
    }

    /** Returns all lines, some of which may be forgotten meanwhile. */
    List<KeyLine> all() {
        return new ArrayList<>(lines.values());
    }

    /** A line may have become ready, or no longer be. */
    void settle(KeyLine line, long nowMillis) {
        if (line.next(nowMillis) != null) {
            ready.add(line);
            return;
        }
        ready.remove(line);
        if (line.isForgettable()) {
            lines.remove(line.key(), line); // its key may have another one by now: timers know lines that are gone
        }
    }

    /** A line waits, or stands behind the others when it is {@linkplain #settle settled}. */
    void notReady(KeyLine line) {
        ready.remove(line);
    }

    boolean anyReady() {
        return !ready.isEmpty();
    }

    /** Returns the first events of the lines that are ready. */
    Stream<WaitingEvent> first(long nowMillis) {
        return ready.stream()
                .map(line -> line.next(nowMillis))
                .filter(Objects::nonNull)
                .filter(event -> !lease.isHeldByEarlier(event.orderKey(), event.rank()));
    }

    /** No line is ready any more. */
    void clearReady() {
        ready.clear();
    }
}
