package io.concor.engine.leak;

import io.concor.engine.leak.LeakWatch.EventIdentity;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One look at the message of an event: goes through what it holds, what is nearest first, and claims for the event
 * whatever can change. What another event has, or had, is found; what is held by something found goes without saying.
 */
final class MessageScan {

    /** So many objects, those that cannot change included; a message that holds more is looked at in part. */
    private static final int MOST = 1_000;

    private final TypeShapes shapes;
    private final ObjectOwners owners;
    private final EventIdentity event;
    private final Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Queue<Held> waiting = new ArrayDeque<>();
    private final List<Found> found = new ArrayList<>(0);
    private int shown;

    MessageScan(TypeShapes shapes, ObjectOwners owners, EventIdentity event) {
        this.shapes = shapes;
        this.owners = owners;
        this.event = event;
    }

    /** An object, and who holds it: null for the event itself. */
    private record Held(Object object, @Nullable Object holder, boolean byFound) {}

    /**
     * What belongs to another event.
     *
     * @param type its type
     * @param holder the type of what holds it, or null where it is the message itself
     * @param ended whether the other event has ended
     */
    record Found(Class<?> type, @Nullable Class<?> holder, boolean ended) {}

    List<Found> at(@Nullable Object message) {
        meet(message, null, false);
        for (Held next = waiting.poll(); next != null; next = waiting.poll()) {
            visit(next, shapes.get(next.object().getClass()));
        }
        return found;
    }

    private void meet(@Nullable Object object, @Nullable Object holder, boolean byFound) {
        shown++;
        if (object != null && shapes.get(object.getClass()) != TypeShape.LEFT_ALONE && met.add(object)) {
            waiting.add(new Held(object, holder, byFound));
        }
    }

    private void visit(Held held, TypeShape shape) {
        if (shape.foreign() && held.holder() != null) {
            return;
        }
        EventIdentity other = shape.mutable() && !empty(held.object()) ? owners.claim(held.object(), event) : null;
        if (other != null && event.meets(held.object()) && !held.byFound()) {
            found.add(found(held, other.ended()));
        }
        meetContents(shape, held.object(), held.byFound() || other != null);
    }

    private void meetContents(TypeShape shape, Object holder, boolean found) {
        try {
            shape.contents().of(holder).limit(MOST - shown).forEach(object -> meet(object, holder, found));
        } catch (RuntimeException changing) {
            // another thread is changing it just now, so there is no telling what it holds
        }
    }

    /** An array without elements is often a constant. */
    private static boolean empty(Object object) {
        return object.getClass().isArray() && Array.getLength(object) == 0;
    }

    private static Found found(Held held, boolean ended) {
        Object holder = held.holder();
        return new Found(held.object().getClass(), holder == null ? null : holder.getClass(), ended);
    }
}
