package io.concor.diagnosis.signal;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/** Adds up by how much a time of threads grows. For one thread. */
final class TimeGrowth {

    private final Function<Path, OptionalLong> time;
    private Map<Path, Long> before = Map.of();
    private long nanosBefore;

    /** @param time returns the time of a thread in nanoseconds */
    TimeGrowth(Function<Path, OptionalLong> time) {
        this.time = time;
    }

    /**
     * Returns the growth since the last call for each nanosecond, which is the average number of threads. Unknown at the first
     * call, and without threads. Threads that have begun since are left out, like those that have ended.
     */
    OptionalDouble next(List<Path> threads, long nanos) {
        Map<Path, Long> now = new HashMap<>();
        threads.forEach(thread -> time.apply(thread).ifPresent(known -> now.put(thread, known)));
        OptionalDouble growth = before.isEmpty() || now.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) added(now) / Math.max(1, nanos - nanosBefore));
        before = now;
        nanosBefore = nanos;
        return growth;
    }

    private long added(Map<Path, Long> now) {
        return now.entrySet().stream()
                .mapToLong(thread ->
                        Math.max(0, thread.getValue() - before.getOrDefault(thread.getKey(), thread.getValue())))
                .sum();
    }

    /** Forgets the last call. */
    void pause() {
        before = Map.of();
    }
}
