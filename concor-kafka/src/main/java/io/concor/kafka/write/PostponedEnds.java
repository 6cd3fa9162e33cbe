package io.concor.kafka.write;

import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.RemoteEnd;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Ends that could not be written: they are tried again, and before later ones of their partitions. For one thread. */
final class PostponedEnds {

    static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final List<RemoteEnd> ends = new ArrayList<>();
    private long retryNanos;

    boolean isEmpty() {
        return ends.isEmpty();
    }

    void add(List<RemoteEnd> some) {
        if (ends.isEmpty()) {
            retryNanos = System.nanoTime() + RETRY_NANOS;
        }
        ends.addAll(some);
    }

    /** Returns those whose queues are not left alone, nor those of ends before them, if it is time, and forgets them. */
    List<RemoteEnd> due() {
        if (ends.isEmpty() || System.nanoTime() - retryNanos < 0) {
            return List.of();
        }
        List<RemoteEnd> due = new ArrayList<>();
        List<RemoteEnd> left = new ArrayList<>();
        Set<PartitionLease> waiting = new HashSet<>();
        for (RemoteEnd end : ends) {
            boolean waits = waiting.contains(end.lease()) && !end.lease().isGone() || end.waitsForQueue();
            if (waits) {
                waiting.add(end.lease());
            }
            (waits ? left : due).add(end);
        }
        ends.clear();
        ends.addAll(left);
        retryNanos = System.nanoTime() + RETRY_NANOS;
        return due;
    }

    /** Returns those of some ends that come behind none of their partition. The others wait here, too. */
    List<RemoteEnd> behindNone(List<RemoteEnd> some) {
        if (ends.isEmpty()) {
            return some;
        }
        Set<PartitionLease> waiting = ends.stream().map(RemoteEnd::lease).collect(Collectors.toSet());
        some.stream().filter(end -> waiting.contains(end.lease())).forEach(ends::add);
        return some.stream().filter(end -> !waiting.contains(end.lease())).toList();
    }
}
