package io.concor.kafka.store;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;

/**
 * When the first events of a queue's partitions were put, as far as they were read, and which of them to read. Each process reads
 * those of its own partitions. Of those of others it reads what has waited for a while, and not again as long as it stands: how old the
 * others are, their owners say. For one thread.
 */
final class FirstEvents {

    /** So often one of another process is read while they move. */
    private static final long OTHERS_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Map<TopicPartition, Read> known = new HashMap<>();
    /** Where partitions ended when it was looked at them last. */
    private Map<TopicPartition, Long> formerEnds = Map.of();

    private record Read(long place, long putAt, long nanos) {}

    /**
     * Returns where those lie that are to be read.
     *
     * @param owned whether this process owns a partition
     */
    Map<TopicPartition, Long> toRead(QueueOffsets offsets, Predicate<TopicPartition> owned, long now) {
        Map<TopicPartition, Long> firsts = offsets.firsts();
        known.keySet().removeIf(each -> !firsts.containsKey(each) || !owned.test(each) && isNew(each, firsts));
        Map<TopicPartition, Long> wanted = new HashMap<>();
        firsts.forEach((each, place) -> {
            boolean isOwned = owned.test(each);
            if (isOwned || !isNew(each, firsts)) {
                Read before = known.get(each);
                boolean stands = before != null && before.place() == place;
                boolean isRecent = before != null && !isOwned && now - before.nanos() < OTHERS_NANOS;
                if (!stands && !isRecent) {
                    wanted.put(each, place);
                }
            }
        });
        formerEnds = offsets.ends();
        return wanted;
    }

    /** Returns whether all that waits in a partition has come since the last look. */
    private boolean isNew(TopicPartition of, Map<TopicPartition, Long> firsts) {
        return firsts.getOrDefault(of, 0L) >= formerEnds.getOrDefault(of, 0L);
    }

    /**
     * Some were read.
     *
     * @param places where those lie that were to be read
     * @param putAt when they were put, epoch milliseconds; absent if they could not be read
     */
    void read(Map<TopicPartition, Long> places, Map<TopicPartition, Long> putAt, long now) {
        places.forEach((each, place) -> {
            Long at = putAt.get(each);
            if (at == null) {
                known.remove(each);
            } else {
                known.put(each, new Read(place, at, now));
            }
        });
    }

    /** Returns when the first of all was put, epoch milliseconds; the greatest number if that is not known. */
    long oldestAt() {
        return known.values().stream().mapToLong(Read::putAt).min().orElse(Long.MAX_VALUE);
    }
}
