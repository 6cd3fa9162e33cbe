package io.concor.kafka.write;

import io.concor.kafka.event.OpenQueue;
import io.concor.queues.jdbc.DatabaseHealth;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * Says in the health of the store with which queues something cannot be done: until it succeeds there, or until the brokers answer
 * again and nothing is on its way that could fail. Thread-safe.
 */
final class QueueFailures {

    private final DatabaseHealth health;
    private final String work;
    /** The last failure of each queue; guarded by this. */
    private final Map<OpenQueue, Throwable> failing = new HashMap<>();

    private volatile boolean any;

    /** @param work what is done, before the name of the queue, such as "put events into the queue" */
    QueueFailures(DatabaseHealth health, String work) {
        this.health = health;
        this.work = work;
    }

    /** It failed, finally or for now. */
    synchronized void failed(OpenQueue queue, Throwable cause) {
        failing.put(queue, cause);
        any = true;
        health.failed(work(queue), cause);
        if (queue.isClosed()) { // it may have been since before
            end(queue);
        }
    }

    /**
     * What was done for several queues failed. It is tried again without those in which the reason may lie.
     *
     * @param failing these queues, and what seems to be wrong with them
     * @param all what was done, for the case that there are none
     */
    void blame(Map<OpenQueue, Throwable> failing, String all, RuntimeException broken) {
        if (failing.isEmpty()) {
            health.failed(all, broken);
        }
        failing.forEach((queue, cause) -> {
            failed(queue, cause);
            queue.suspicion().raise();
        });
    }

    /** It succeeded, so that the queue can be used. */
    void disproved(OpenQueue queue) {
        queue.suspicion().disprove();
        over(queue);
    }

    /** It succeeded, or the queue is closed. */
    void over(OpenQueue queue) {
        if (any) {
            end(queue);
        }
    }

    private synchronized void end(OpenQueue queue) {
        if (failing.remove(queue) != null) {
            any = !failing.isEmpty();
            health.succeeded(work(queue));
        }
    }

    /**
     * The brokers answer. Whether they allow it is only known when it succeeds.
     *
     * @param idle whether nothing is on its way for a queue
     */
    void reached(Predicate<OpenQueue> idle) {
        if (any) {
            endIdle(idle);
        }
    }

    private synchronized void endIdle(Predicate<OpenQueue> idle) {
        failing.entrySet().stream()
                .filter(each -> !(each.getValue() instanceof AuthorizationException))
                .map(Map.Entry::getKey)
                .filter(idle)
                .toList()
                .forEach(this::end);
    }

    private String work(OpenQueue queue) {
        return work + " " + queue.definition().name();
    }
}
