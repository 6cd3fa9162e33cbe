package io.concor.queues.write;

import io.concor.queues.event.EndRequest;
import io.concor.queues.jdbc.DatabaseHealth;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** The ends of events that could not be written, each alone: they are tried again. For the writer's thread. */
final class FailedEnds {

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DatabaseHealth health;
    private final Queue<EndRequest> failed = new ArrayDeque<>();
    private long retryNanos;

    FailedEnds(DatabaseHealth health) {
        this.health = health;
    }

    boolean isEmpty() {
        return failed.isEmpty();
    }

    void add(EndRequest end, Throwable cause) {
        health.failed(work(end), cause);
        failed.add(end);
        retryNanos = System.nanoTime() + RETRY_NANOS;
    }

    /** Moves those that are due to where they are tried again. */
    void moveDueTo(Queue<EndRequest> ends) {
        if (failed.isEmpty() || System.nanoTime() - retryNanos < 0) {
            return;
        }
        for (EndRequest end = failed.peek(); end != null; end = failed.peek()) {
            health.succeeded(work(end));
            ends.add(end);
            failed.remove();
        }
    }

    private static String work(EndRequest end) {
        return "end the event " + end.event();
    }
}
