package io.concor.diagnosis.signal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.stream.IntStream;

/**
 * The threads of Concor that observe and predict. What they use of the processors ends with the observation, so it does
 * not count as the use of the flows. Thread-safe, but for {@link #processors}.
 */
public final class OwnThreads {

    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private Map<Long, Long> usedBefore = Map.of();
    private long nanosBefore;

    /** Returns a factory of daemon threads. */
    public ThreadFactory named(String name) {
        return body -> {
            Thread thread = new Thread(body, name);
            thread.setDaemon(true);
            add(thread);
            return thread;
        };
    }

    /** Adds a thread, until it ends. */
    public void add(Thread thread) {
        threads.add(thread);
    }

    /** Whether a thread is one of them. */
    public boolean contain(Thread thread) {
        return threads.contains(thread);
    }

    /**
     * Returns the number of processors used since the last call. Unknown if the platform reports no times of threads. For one
     * thread.
     */
    OptionalDouble processors(ProcessorTimes times, long nanos) {
        threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        List<Long> ids = threads.stream().map(Thread::getId).toList();
        long[] used = times.ofThreads(ids);
        Map<Long, Long> now = new HashMap<>();
        IntStream.range(0, used.length).filter(i -> used[i] >= 0).forEach(i -> now.put(ids.get(i), used[i]));
        long growth = now.entrySet().stream()
                .mapToLong(thread -> thread.getValue() - usedBefore.getOrDefault(thread.getKey(), 0L))
                .sum();
        long elapsed = Math.max(1, nanos - nanosBefore);
        usedBefore = now;
        nanosBefore = nanos;
        return now.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of((double) growth / elapsed);
    }
}
