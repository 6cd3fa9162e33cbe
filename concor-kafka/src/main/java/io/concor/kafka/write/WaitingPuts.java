package io.concor.kafka.write;

import io.concor.kafka.event.OpenQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The puts that wait because their queues are full; those of other queues pass them. For one thread, if not said. */
final class WaitingPuts {

    private final Map<OpenQueue, Deque<RemotePut>> waiting = new LinkedHashMap<>();
    private volatile boolean anyWaiting;

    /** Returns whether puts wait. Any thread. */
    boolean any() {
        return anyWaiting;
    }

    /** Returns whether a put may be sent now; if not, it waits here. */
    boolean admits(RemotePut put) {
        OpenQueue queue = put.queue();
        if (!waiting.containsKey(queue) && queue.depth().hasRoom()) {
            return true;
        }
        waiting.computeIfAbsent(queue, absent -> new ArrayDeque<>()).add(put);
        queue.depth().waitForRoom(1);
        anyWaiting = true;
        return false;
    }

    /** Returns a put of a queue that has room again, or null. */
    @Nullable
    RemotePut freed() {
        for (Map.Entry<OpenQueue, Deque<RemotePut>> each : waiting.entrySet()) {
            if (each.getKey().depth().hasRoom()) {
                RemotePut put = each.getValue().remove();
                left(each.getKey(), each.getValue());
                return put;
            }
        }
        return null;
    }

    private void left(OpenQueue queue, Deque<RemotePut> others) {
        queue.depth().waitForRoom(-1);
        if (others.isEmpty()) {
            waiting.remove(queue);
            anyWaiting = !waiting.isEmpty();
        }
    }

    /** Returns all that wait, and forgets them. */
    List<RemotePut> all() {
        List<RemotePut> all = new ArrayList<>();
        waiting.forEach((queue, puts) -> {
            all.addAll(puts);
            queue.depth().waitForRoom(-puts.size());
        });
        waiting.clear();
        anyWaiting = false;
        return all;
    }
}
