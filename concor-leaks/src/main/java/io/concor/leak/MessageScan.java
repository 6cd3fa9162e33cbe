package io.concor.leak;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One scan of a message: goes through the objects that it holds, breadth first, claims the mutable ones for the event and
 * finds those of another event. Objects held by a found one are claimed but not reported.
 */
final class MessageScan {

    /** Immutable objects included. Of a larger message a part is scanned. */
    private static final int MAX_OBJECTS = 1_000;

    private final TypeShapes shapes;
    private final ObjectOwners owners;
    private final EventIdentity event;
    private final Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Queue<Held> waiting = new ArrayDeque<>();
    private final List<Found> found = new ArrayList<>(0);
    private int seen;

    MessageScan(TypeShapes shapes, ObjectOwners owners, EventIdentity event) {
        this.shapes = shapes;
        this.owners = owners;
        this.event = event;
    }

    /** An object of the message and its holder, which is null for the message itself. */
    private record Held(Object object, @Nullable Held holder, boolean byFound) {

        List<Class<?>> holders() {
            return Stream.iterate(holder, next -> next != null, Held::holder)
                    .<Class<?>>map(next -> next.object().getClass())
                    .toList();
        }
    }

    /**
     * An object of another event.
     *
     * @param holders the types of the objects on the path to the message, the nearest first and the message last; empty if
     *     it is the message itself
     * @param ended whether the other event has ended
     */
    record Found(Class<?> type, List<Class<?>> holders, boolean ended) {}

    List<Found> of(@Nullable Object message) {
        meet(message, null, false);
        for (Held next = waiting.poll(); next != null; next = waiting.poll()) {
            visit(next, shapes.get(next.object().getClass()));
        }
        return found;
    }

    private void meet(@Nullable Object object, @Nullable Held holder, boolean byFound) {
        seen++;
        if (object != null && shapes.get(object.getClass()) != TypeShape.IGNORED && met.add(object)) {
            waiting.add(new Held(object, holder, byFound));
        }
    }

    private void visit(Held held, TypeShape shape) {
        Object object = held.object();
        if (shape.foreign() && held.holder() != null) {
            return;
        }
        EventIdentity other = shape.mutable() && !emptyArray(object) ? owners.claim(object, event) : null;
        if (other != null && event.meets(object) && !held.byFound()) {
            found.add(new Found(object.getClass(), held.holders(), other.ended()));
        }
        boolean byFound = held.byFound() || other != null;
        try {
            shape.contents().of(object).limit(MAX_OBJECTS - seen).forEach(content -> meet(content, held, byFound));
        } catch (RuntimeException changing) {
            // Another thread changes the object at the same time, so its contents are unknown.
        }
    }

    /** An empty array is immutable, and often a shared constant. */
    private static boolean emptyArray(Object object) {
        return object.getClass().isArray() && Array.getLength(object) == 0;
    }
}
