package io.concor.kafka.write;

import io.concor.kafka.event.OpenQueue;
import io.concor.queues.jdbc.DatabaseHealth;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * Says in the health of the store into which queues nothing can be put: until a put succeeds there, or until the brokers answer
 * again and no put is on its way that could fail. Thread-safe.
 */
final class PutFailures {

    private final DatabaseHealth health;
    /** The last failure of each queue; guarded by this. */
    private final Map<OpenQueue, Exception> failing = new HashMap<>();

    private volatile boolean any;

    PutFailures(DatabaseHealth health) {
        this.health = health;
    }

    /** A put failed, finally or for now. What brokers say against one record concerns only whoever put it. */
    synchronized void failed(OpenQueue queue, Exception cause) {
        if (!RemotePut.isOfRecord(cause)) {
            failing.put(queue, cause);
            any = true;
            health.failed(work(queue), cause);
        }
    }

    /** A put succeeded, or the queue is closed. */
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

    /** The brokers answer. Whether they allow puts is only known by one. */
    void reached() {
        if (any) {
            endIdle();
        }
    }

    private synchronized void endIdle() {
        failing.entrySet().stream()
                .filter(each -> !(each.getValue() instanceof AuthorizationException))
                .map(Map.Entry::getKey)
                .filter(queue -> !queue.depth().isPutting())
                .toList()
                .forEach(this::end);
    }

    private static String work(OpenQueue queue) {
        return "put events into the queue " + queue.definition().name();
    }
}
