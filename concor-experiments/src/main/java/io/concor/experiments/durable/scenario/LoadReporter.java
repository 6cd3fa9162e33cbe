package io.concor.experiments.durable.scenario;

import io.concor.experiments.durable.subject.Event;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Prints what a process has put and handled, ten times a second, and the time of each event if it is traced. Thread-safe. */
final class LoadReporter {

    static final String PROGRESS = "progress";
    static final String PUT = "put";
    static final String HANDLED = "handled";
    private static final long PAUSE_MILLIS = 100;

    private final PrintStream answers;
    private final boolean traced;
    private final LongAdder put = new LongAdder();
    private final LongAdder handled = new LongAdder();
    private volatile long handledElsewhere;

    LoadReporter(PrintStream answers, ProcessLoad load) {
        this.answers = answers;
        this.traced = load.traced();
        put.add(load.waitingBefore());
    }

    void start() {
        Thread thread = new Thread(this::report, "reporter");
        thread.setDaemon(true);
        thread.start();
    }

    private void report() {
        try {
            while (true) {
                answers.println("%s %d %d %d".formatted(PROGRESS, System.nanoTime(), handled.sum(), heapBytes()));
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the last collection left. */
    private static long heapBytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getCollectionUsage)
                .filter(Objects::nonNull)
                .mapToLong(MemoryUsage::getUsed)
                .sum();
    }

    /** The event is accepted. It was due at this time. */
    void put(Event event, long dueNanos) {
        put.increment();
        trace(PUT, event, dueNanos);
    }

    /** The effect of the event is committed. */
    void handled(Event event) {
        handled.increment();
        trace(HANDLED, event, System.nanoTime());
    }

    private void trace(String what, Event event, long nanos) {
        if (traced) {
            answers.println("%s %d %d".formatted(what, event.number(), nanos));
        }
    }

    /** Other processes have handled so many events so far. */
    void handledElsewhere(long events) {
        handledElsewhere = events;
    }

    long waiting() {
        return put.sum() - handled.sum() - handledElsewhere;
    }
}
