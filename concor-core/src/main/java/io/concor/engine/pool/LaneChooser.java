package io.concor.engine.pool;

import io.concor.KeyedTask;
import io.concor.NullKeyException;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.TypeMismatches;
import io.concor.engine.event.Context;
import org.jspecify.annotations.Nullable;

/** Chooses the lanes of events by their keys, in front of a keyed component. What a key throws becomes the event's error. */
public final class LaneChooser {

    /** The number of lanes. */
    public static final int LANES = KeyedQueue.LANES;

    private final String flow;
    private final String component;
    private final int slot;
    /** Whether events may come from a store, which knows the texts of their keys only. */
    private final boolean storable;

    private final KeyedTask<@Nullable Object, ?> task;
    private final TypeMismatches mismatches;

    /** @param slot the index of the component */
    @SuppressWarnings("unchecked") // FlowBuilder checks the types; users of FlowBuilder.then check their own
    public LaneChooser(FlowDefinition flow, int slot, KeyedTask<?, ?> task, TypeMismatches mismatches) {
        this.flow = flow.name();
        this.component = flow.component(slot).name();
        this.mismatches = mismatches;
        this.slot = slot;
        this.storable = !flow.stores().isEmpty();
        this.task = (KeyedTask<@Nullable Object, ?>) task;
    }

    /**
     * Chooses the lane of an event that is about to wait, once. One that waits for a later component keeps its lane: its
     * message is another one by now. One with an error has no key; any lane is right.
     */
    void choose(Context context) {
        if (!context.hasLaneFor(slot) && context.resumeAt(slot) == slot) {
            context.laneChosenFor(slot);
            context.laneIndex = context.error == null ? laneOf(context) : lane(context.index);
        }
    }

    private int laneOf(Context context) {
        try {
            Object key = key(context);
            return lane(storable ? KeyText.hash(key) : key.hashCode());
        } catch (Throwable thrown) {
            context.fail(slot, mismatches.explain(slot, thrown, context.value));
            context.isNotTriedAgain(); // the component has not run
            context.enqueue(slot, true); // now with an error
            return lane(context.index);
        }
    }

    @SuppressWarnings("NullAway") // an event may have entered with null
    private Object key(Context context) throws Throwable {
        Object key = task.key(context.value);
        if (key == null) {
            throw new NullKeyException(flow, component);
        }
        return key;
    }

    /**
     * Returns the lane of an event whose key a store has kept.
     *
     * @param key the text of the key, or null if the event has none
     * @param any decides then
     */
    public static int laneOf(@Nullable String key, int any) {
        return lane(key == null ? any : key.hashCode());
    }

    /** Mixes the bits, because the hash codes of many types differ in few (the finalizer of MurmurHash3, A. Appleby). */
    private static int lane(int hash) {
        int mixed = hash;
        mixed = (mixed ^ mixed >>> 16) * 0x85ebca6b;
        mixed = (mixed ^ mixed >>> 13) * 0xc2b2ae35;
        return (mixed ^ mixed >>> 16) & (KeyedQueue.LANES - 1);
    }
}
