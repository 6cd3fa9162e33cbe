package io.concor.test;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls of the task of one component. Thread-safe. */
final class ComponentEvents {

    private final String name;
    /** Guarded by this. */
    private final List<Throwable> errors = new ArrayList<>();
    /** Guarded by this. */
    private final List<Thread> threads = new ArrayList<>();
    /** Guarded by this. */
    private long handled;

    ComponentEvents(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    synchronized void started() {
        threads.add(Thread.currentThread());
    }

    synchronized void stopped(@Nullable Throwable error) {
        handled++;
        if (error != null) {
            errors.add(error);
        }
    }

    /** Returns the number of events for which the task ran and ended, with a value or an error. */
    synchronized long handled() {
        return handled;
    }

    /** Returns what the task failed with, in the order of the failures. */
    synchronized List<Throwable> errors() {
        return List.copyOf(errors);
    }

    /** Returns the threads that called the task, in the order of the calls. */
    synchronized List<Thread> threads() {
        return List.copyOf(threads);
    }
}
