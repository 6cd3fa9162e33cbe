package io.concor.engine.thread;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The threads of an executor, while they run. Thread-safe. */
public final class RunningThreads {

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /** Returns what a thread has to run so that it is one of these meanwhile. */
    public Runnable registered(Runnable body) {
        return () -> {
            threads.add(Thread.currentThread());
            try {
                body.run();
            } finally {
                threads.remove(Thread.currentThread());
            }
        };
    }

    /** Whether a thread is one of these. */
    public boolean contains(Thread thread) {
        return threads.contains(thread);
    }
}
