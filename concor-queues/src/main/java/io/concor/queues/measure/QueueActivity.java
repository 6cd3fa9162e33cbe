package io.concor.queues.measure;

import java.util.function.LongSupplier;

/** What this process does with a queue, counted from its first opening on. Thread-safe. */
public final class QueueActivity {

    private final RecentCount put;
    private final RecentCount taken;
    private final RecentCount retries;
    private volatile long inWork;

    public QueueActivity() {
        this(System::nanoTime);
    }

    QueueActivity(LongSupplier nanoTime) {
        put = new RecentCount(nanoTime);
        taken = new RecentCount(nanoTime);
        retries = new RecentCount(nanoTime);
    }

    /** Returns the events that were put. */
    public RecentCount put() {
        return put;
    }

    /** Returns the events that were handled, handed on, or became dead letters. */
    public RecentCount taken() {
        return taken;
    }

    /** Returns the failed attempts after which an event is tried again. */
    public RecentCount retries() {
        return retries;
    }

    /** Returns by how many events this process has made the queue longer; less than 0 if shorter. */
    public long net() {
        return put.total() - taken.total();
    }

    /** Returns how many events were handed out and have not ended. */
    public long inWork() {
        return inWork;
    }

    /** So many events were handed out and have not ended. For one thread. */
    public void inWork(long events) {
        inWork = events;
    }
}
