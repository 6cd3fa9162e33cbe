package io.concor.diagnosis.signal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Reads how many processors the threads of Concor use that observe and predict. For one thread. */
final class OwnThreadsUse {

    private final ProcessorTimes times;
    private final OwnThreads threads;
    private Map<Long, Long> before = Map.of();
    private long nanosBefore;

    OwnThreadsUse(ProcessorTimes times, OwnThreads threads) {
        this.times = times;
        this.threads = threads;
    }

    /** Returns the number of processors used since the last call. Unknown if the platform reports no times of threads. */
    OptionalDouble processors(long nanos) {
        List<Long> ids = threads.ids();
        long[] used = times.ofThreads(ids);
        Map<Long, Long> now = new HashMap<>();
        long growth = 0;
        for (int i = 0; i < used.length; i++) {
            if (used[i] >= 0) {
                now.put(ids.get(i), used[i]);
                growth += used[i] - before.getOrDefault(ids.get(i), 0L);
            }
        }
        long elapsed = Math.max(1, nanos - nanosBefore);
        before = now;
        nanosBefore = nanos;
        return now.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of((double) growth / elapsed);
    }
}
