package io.concor.leak;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps objects, by identity and weakly, to the first event inside the flow that had them. Beyond a bound the least
 * recently claimed object is forgotten. Thread-safe.
 */
final class ObjectOwners {

    private final Map<Identity, EventIdentity> owners = new LinkedHashMap<>(16, 0.75f, true);
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private final int maxObjects;

    ObjectOwners(int maxObjects) {
        this.maxObjects = maxObjects;
    }

    /**
     * Gives an object to an event, unless another event that has not ended has it.
     *
     * @return the other event that has the object or had it last, or null
     */
    synchronized @Nullable EventIdentity claim(Object object, EventIdentity event) {
        removeCollected();
        Identity identity = new Identity(object, collected);
        EventIdentity owner = owners.get(identity);
        if (owner == null || owner.ended()) {
            owners.put(identity, event);
            removeEldestBeyondBound();
        }
        return owner == event ? null : owner;
    }

    synchronized int size() {
        removeCollected();
        return owners.size();
    }

    private void removeCollected() {
        for (Reference<?> next = collected.poll(); next != null; next = collected.poll()) {
            owners.remove(next);
        }
    }

    private void removeEldestBeyondBound() {
        if (owners.size() > maxObjects) {
            Iterator<Identity> eldest = owners.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    /** Equal to itself, even after its object was collected, and to other keys of the same object. */
    private static final class Identity extends WeakReference<Object> {

        private final int hash;

        Identity(Object object, ReferenceQueue<Object> collected) {
            super(object, collected);
            this.hash = System.identityHashCode(object);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            Object object = get();
            return this == other || object != null && other instanceof Identity identity && identity.refersTo(object);
        }
    }
}
