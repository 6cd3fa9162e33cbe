package io.concor.queues.write;

import io.concor.queues.event.EndRequest;
import io.concor.queues.jdbc.DatabaseHealth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The ends of events that could not be written, each alone: they are tried again. For the writer's thread. */
final class FailedEnds {

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DatabaseHealth health;
    private final List<EndRequest> failed = new ArrayList<>();
    private long retryNanos;

    FailedEnds(DatabaseHealth health) {
        this.health = health;
    }

    boolean isEmpty() {
        return failed.isEmpty();
    }

    void add(EndRequest end, Exception cause) {
        health.failed(work(end), cause);
        failed.add(end);
        retryNanos = System.nanoTime() + RETRY_NANOS;
    }

    /** Returns those that are due, and forgets them. */
    List<EndRequest> due() {
        if (failed.isEmpty() || System.nanoTime() - retryNanos < 0) {
            return List.of();
        }
        List<EndRequest> due = List.copyOf(failed);
        failed.clear();
        due.forEach(end -> health.succeeded(work(end)));
        return due;
    }

    private static String work(EndRequest end) {
        return "end the event " + end.event();
    }
}
