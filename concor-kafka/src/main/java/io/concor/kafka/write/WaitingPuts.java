package io.concor.kafka.write;

import io.concor.kafka.event.OpenQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The puts that wait because their queues are full, or left alone; those of other queues pass them. For one thread, if not said.
 */
final class WaitingPuts {

    private final Map<OpenQueue, Deque<RemotePut>> waiting = new LinkedHashMap<>();
    /** Queues into which nothing could be put; others that are suspected still refuse, or take, what is put. */
    private final Set<OpenQueue> blocked = new HashSet<>();

    private volatile boolean anyWaiting;

    /** Returns whether puts wait. Any thread. */
    boolean any() {
        return anyWaiting;
    }

    /** Returns whether a put may be sent now, or is refused; if not, it waits here. */
    boolean admits(RemotePut put) {
        OpenQueue queue = put.queue();
        if (!waiting.containsKey(queue) && takes(queue)) {
            return true;
        }
        line(queue).add(put);
        return false;
    }

    private boolean takes(OpenQueue queue) {
        boolean isRefused = queue.suspicion().lasting() != null;
        if (!blocked.isEmpty() && (isRefused || !queue.suspicion().isRaised())) {
            blocked.remove(queue);
        }
        boolean isOpen = !queue.suspicion().isGone() && !blocked.contains(queue);
        return isRefused || isOpen && queue.depth().hasRoom();
    }

    private Deque<RemotePut> line(OpenQueue queue) {
        queue.depth().waitForRoom(1);
        anyWaiting = true;
        return waiting.computeIfAbsent(queue, absent -> new ArrayDeque<>());
    }

    /** A put could not be sent: it comes before those of its queue, which wait until that is not suspected any more. */
    void comesBack(RemotePut put) {
        line(put.queue()).addFirst(put);
        blocked.add(put.queue());
        put.queue().suspicion().raise();
    }

    /** Returns a put of a queue that takes puts again, or null. */
    @Nullable
    RemotePut freed() {
        for (Map.Entry<OpenQueue, Deque<RemotePut>> each : waiting.entrySet()) {
            if (takes(each.getKey())) {
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
