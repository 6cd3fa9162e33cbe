package io.concor.diagnosis.signal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;

/**
 * The threads of Concor that observe and predict. What they use of the processors ends with the observation, so it does
 * not count as the use of the flows. Thread-safe.
 */
public final class OwnThreads {

    private final List<Thread> threads = new CopyOnWriteArrayList<>();

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

    /** Returns the threads that have not ended. */
    List<Long> ids() {
        threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        return threads.stream().map(Thread::getId).toList();
    }
}
