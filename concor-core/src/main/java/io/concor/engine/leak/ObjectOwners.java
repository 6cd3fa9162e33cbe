package io.concor.engine.leak;

import io.concor.engine.leak.LeakWatch.EventIdentity;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which event each object belongs to: the first of those inside that had it. Knows objects by identity, keeps none of
 * them alive, and forgets those not met for longest beyond a bound. Thread-safe.
 */
final class ObjectOwners {

    private static final int SHARDS = 16;

    private final Shard[] shards;

    /**
     * Knows so many objects.
     *
     * @param most the bound, at least one for each of 16 parts
     */
    ObjectOwners(int most) {
        shards = Stream.generate(() -> new Shard(Math.max(1, most / SHARDS)))
                .limit(SHARDS)
                .toArray(Shard[]::new);
    }

    /**
     * Makes an object that of an event, unless another that has not ended has it.
     *
     * @return the other event that has it, or had it last; null for none
     */
    @Nullable
    EventIdentity claim(Object object, EventIdentity event) {
        int hash = System.identityHashCode(object);
        return shards[Math.floorMod(hash ^ (hash >>> 16), SHARDS)].claim(object, event);
    }

    /** How many objects it knows, those included that are gone and not yet noticed. */
    int size() {
        return Stream.of(shards).mapToInt(Shard::size).sum();
    }

    /** A part, so that threads seldom meet. */
    private static final class Shard {

        private final Map<Identity, EventIdentity> owners = new LinkedHashMap<>(16, 0.75f, true);
        private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
        private final int most;

        Shard(int most) {
            this.most = most;
        }

        synchronized @Nullable EventIdentity claim(Object object, EventIdentity event) {
            forgetGone();
            Identity identity = new Identity(object, gone);
            EventIdentity before = owners.get(identity);
            if (before == null || before.ended()) {
                owners.put(identity, event);
                forgetBeyondBound();
            }
            return before == event ? null : before;
        }

        synchronized int size() {
            forgetGone();
            return owners.size();
        }

        private void forgetGone() {
            for (Reference<?> next = gone.poll(); next != null; next = gone.poll()) {
                owners.remove(next);
            }
        }

        private void forgetBeyondBound() {
            if (owners.size() > most) {
                Iterator<Identity> longestUnmet = owners.keySet().iterator();
                longestUnmet.next();
                longestUnmet.remove();
            }
        }
    }

    /** An object as a key: equal to itself, gone or not, and to other keys of the same object. */
    private static final class Identity extends WeakReference<Object> {

        private final int hash;

        Identity(Object object, ReferenceQueue<Object> gone) {
            super(object, gone);
            this.hash = System.identityHashCode(object);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || other instanceof Identity identity && same(get(), identity);
        }

        private static boolean same(@Nullable Object object, Identity other) {
            return object != null && other.refersTo(object);
        }
    }
}
