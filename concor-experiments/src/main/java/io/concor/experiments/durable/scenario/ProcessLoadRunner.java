package io.concor.experiments.durable.scenario;

import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.Subject;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Puts events until the process ends. */
final class ProcessLoadRunner {

    static final String FILLED = "filled";
    /** Puts a second of a paced load: faster ones put several events at once. */
    private static final int PUTS_PER_SECOND = 500;

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ProcessLoad load;
    private final Subject subject;
    private final LoadReporter reporter;
    private final PrintStream answers;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    ProcessLoadRunner(ProcessLoad load, Subject subject, LoadReporter reporter, PrintStream answers) {
        this.load = load;
        this.subject = subject;
        this.reporter = reporter;
        this.answers = answers;
    }

    void start() {
        switch (load.kind()) {
            case NONE -> {}
            case PACED -> threads.execute(this::pace);
            case SATURATED -> IntStream.range(0, load.callers()).forEach(each -> threads.execute(() -> repeat(each)));
            case FILL -> fill();
        }
    }

    private void fill() {
        CompletableFuture.allOf(IntStream.range(0, load.callers())
                        .mapToObj(each -> CompletableFuture.runAsync(() -> putShare(each), threads))
                        .toArray(CompletableFuture[]::new))
                .thenRun(() -> answers.println(FILLED));
    }

    private void putShare(int caller) {
        CallerEvents events = new CallerEvents(load, caller);
        for (long left = load.most() / load.callers(); left > 0; left -= load.batch()) {
            put(events.next((int) Math.min(left, load.batch())), System.nanoTime());
        }
    }

    private void repeat(int caller) {
        CallerEvents events = new CallerEvents(load, caller);
        while (true) {
            awaitRoom();
            put(events.next(load.batch()), System.nanoTime());
        }
    }

    private void awaitRoom() {
        while (reporter.waiting() > load.most()) {
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    /** Hands what is due to a thread of its own, so that a slow put does not delay the next one. */
    private void pace() {
        CallerEvents events = new CallerEvents(load, 0);
        int group = Math.max(1, load.perSecond() / PUTS_PER_SECOND);
        double spacing = (double) TimeUnit.SECONDS.toNanos(group) / load.perSecond();
        long start = System.nanoTime();
        for (long number = 0; ; number++) {
            long due = start + (long) (number * spacing);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            awaitRoom();
            List<Event> next = events.next(group);
            threads.execute(() -> put(next, due));
        }
    }

    /** A failed put would make the figures meaningless. */
    private void put(List<Event> events, long due) {
        try {
            subject.put(events);
            events.forEach(event -> reporter.put(event, due));
        } catch (Exception failed) {
            failed.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    /** The events of one caller. */
    private static final class CallerEvents {
        private final ProcessLoad load;
        private final int caller;
        private long count;

        CallerEvents(ProcessLoad load, int caller) {
            this.load = load;
            this.caller = caller;
        }

        List<Event> next(int events) {
            return Stream.generate(this::next).limit(events).toList();
        }

        private Event next() {
            long own = count++;
            long key = caller + load.callers() * (own % (load.keys() / load.callers()));
            return new Event(load.firstNumber() + caller + load.callers() * own, (int) key);
        }
    }
}
