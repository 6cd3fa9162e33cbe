package io.concor.kafka.write;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The puts that wait until those before them in their order have come to the queue another way, see {@link PutPlace}; others pass them.
 * For one thread, if not said.
 */
final class HeldPuts {

    private final Map<Object, Deque<RemotePut>> held = new IdentityHashMap<>();
    private volatile boolean any;

    /** Returns whether puts wait. Any thread. */
    boolean any() {
        return any;
    }

    /** Returns whether a put may be sent, or go into the outbox, now; if not, it waits here. */
    boolean admits(RemotePut put) {
        Object order = put.place().order();
        if (order == null) {
            return true;
        }
        Deque<RemotePut> before = held.get(order);
        if (before == null && put.place().choose() != PutPlace.Way.WAIT) {
            return true;
        }
        held.computeIfAbsent(order, absent -> new ArrayDeque<>()).add(put);
        any = true;
        return false;
    }

    /** Returns a put that need not wait any more, or null. */
    @Nullable
    RemotePut freed() {
        for (Iterator<Deque<RemotePut>> each = held.values().iterator(); each.hasNext(); ) {
            Deque<RemotePut> line = each.next();
            if (line.element().place().choose() != PutPlace.Way.WAIT) {
                RemotePut put = line.remove();
                if (line.isEmpty()) {
                    each.remove();
                    any = !held.isEmpty();
                }
                return put;
            }
        }
        return null;
    }

    /** Returns all that wait, and forgets them. */
    List<RemotePut> all() {
        List<RemotePut> all = new ArrayList<>();
        held.values().forEach(all::addAll);
        held.clear();
        any = false;
        return all;
    }
}
