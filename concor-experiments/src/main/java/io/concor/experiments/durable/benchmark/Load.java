package io.concor.experiments.durable.benchmark;

import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.Subject;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Puts events until the process ends. */
final class Load {

    /** More events than these do not wait: a backlog is another scenario. */
    private static final int MOST_WAITING = 20_000;

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LoadSettings settings;
    private final Subject subject;
    private final Recorder recorder;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    Load(LoadSettings settings, Subject subject, Recorder recorder) {
        this.settings = settings;
        this.subject = subject;
        this.recorder = recorder;
    }

    void start() {
        switch (settings.scenario()) {
            case SATURATED -> repeat(this::putBatch);
            case TRANSACTIONS -> repeat(this::putInTransaction);
            case LATENCY -> threads.execute(this::pace);
            default -> throw new IllegalArgumentException(settings.scenario() + " has processes of its own");
        }
    }

    private interface Put {
        void put() throws Exception;
    }

    private void repeat(Put put) {
        for (int i = 0; i < settings.callers(); i++) {
            threads.execute(() -> {
                while (true) {
                    while (subject.handles() && recorder.waiting() > MOST_WAITING) {
                        LockSupport.parkNanos(TICK_NANOS);
                    }
                    put(put);
                }
            });
        }
    }

    /** A failed put would make the figures meaningless. */
    private static void put(Put put) {
        try {
            put.put();
        } catch (Exception failed) {
            failed.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private void putBatch() throws Exception {
        List<Event> events =
                Stream.generate(recorder::next).limit(settings.batch()).toList();
        subject.put(events);
        recorder.put(events.size());
    }

    private void putInTransaction() throws Exception {
        long start = System.nanoTime();
        subject.putInTransaction(recorder.next());
        recorder.record(System.nanoTime() - start);
        recorder.put(1);
    }

    /** Hands each event to a thread of its own when it is due, so that a slow put does not delay the next one. */
    private void pace() {
        double spacing = (double) TimeUnit.SECONDS.toNanos(1) / settings.perSecond();
        long start = System.nanoTime();
        for (long number = 0; ; number++) {
            long due = start + (long) (number * spacing);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            threads.execute(() -> put(() -> putDue(due)));
        }
    }

    private void putDue(long due) throws Exception {
        Event event = recorder.next();
        recorder.due(event, due);
        subject.put(List.of(event));
        recorder.put(1);
    }
}
