package io.concor.kafka.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions of a queue that this process cannot read to their end, because a transaction is open there. One that stays open for
 * long is that of a dead process. For one thread.
 */
final class StandingReads {

    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** Those of processes that live are over by then, as a rule. */
    private static final long SUSPECT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Where readers stand, and since when. */
    private final Map<TopicPartition, Standstill> standstills = new HashMap<>();

    private record Standstill(long at, long sinceNanos) {}

    /** Returns whether it is time to look again, because of what was seen. */
    boolean isDue(long now) {
        return standstills.values().stream().anyMatch(each -> now - each.sinceNanos() >= SUSPECT_NANOS);
    }

    /**
     * Looks.
     *
     * @param readable up to where partitions of this process can be read
     * @param ends the next offsets
     * @return those that have stood for long
     */
    List<TopicPartition> look(Map<TopicPartition, Long> readable, Map<TopicPartition, Long> ends, long now) {
        List<TopicPartition> stuck = new ArrayList<>();
        standstills.keySet().retainAll(readable.keySet());
        readable.forEach((partition, at) -> {
            if (at >= ends.getOrDefault(partition, 0L)) {
                standstills.remove(partition);
            } else if (now - since(partition, at, now) > STUCK_NANOS) {
                standstills.remove(partition);
                stuck.add(partition);
            }
        });
        return stuck;
    }

    private long since(TopicPartition partition, long at, long now) {
        Standstill before = standstills.get(partition);
        if (before == null || before.at() != at) {
            standstills.put(partition, new Standstill(at, now));
            return now;
        }
        return before.sinceNanos();
    }
}
