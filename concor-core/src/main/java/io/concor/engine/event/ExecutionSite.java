package io.concor.engine.event;

import io.concor.ThreadLocalCarrier;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Where an event is executed: notes the component that runs, so that a stop can report it, and the thread-locals that
 * the thread held before. A worker is the site of the events that it runs; on any other thread the event's context is.
 * So each thread writes to memory of its own, not to what the thread of the stage before has written.
 */
public abstract class ExecutionSite {

    /** The index of no component. */
    public static final int NOWHERE = -1;

    private static final VarHandle COMPONENT = FieldHandle.of(MethodHandles.lookup(), "component", int.class);

    private int component = NOWHERE;

    /** The lane of the present event, whose next event has to wait until this one is in the next slot, or null. */
    public @Nullable Lane lane;

    /** The carrier of the present event or of an earlier one: to write a reference costs a barrier of the garbage collector. */
    private ThreadLocalCarrier carrier = ThreadLocalCarrier.NONE;
    /** Whether the present event has a carrier. */
    private boolean carrying;

    private @Nullable Object ownThreadLocals;

    /** Takes over the lane of an event that another site had. */
    public final void takeLaneFrom(ExecutionSite other) {
        if (other != this) {
            lane = other.takeLane();
        }
    }

    /** Removes and returns the lane of the present event. */
    public final @Nullable Lane takeLane() {
        Lane taken = lane;
        if (taken != null) {
            lane = null;
        }
        return taken;
    }

    /** Notes the index of the component that runs. */
    public final void at(int component) {
        COMPONENT.setOpaque(this, component);
    }

    /** Returns the index of the component that runs, or {@link #NOWHERE}. Any thread may call it. */
    public final int component() {
        return (int) COMPONENT.getOpaque(this);
    }

    /**
     * Notes the thread-locals that the thread held before the event's replaced them.
     *
     * @param carrier captured them, and restores them
     */
    public final void keepOwn(ThreadLocalCarrier carrier, @Nullable Object ownThreadLocals) {
        boolean carries = carrier != ThreadLocalCarrier.NONE;
        if (carries && this.carrier != carrier) {
            this.carrier = carrier;
        }
        if (carrying != carries) {
            carrying = carries;
        }
        if (this.ownThreadLocals != ownThreadLocals) {
            this.ownThreadLocals = ownThreadLocals;
        }
    }

    /** Forgets what {@link #keepOwn} has noted. One read if that is nothing. */
    final void forgetOwn() {
        if (carrying) {
            keepOwn(ThreadLocalCarrier.NONE, null);
        }
    }

    public final ThreadLocalCarrier carrier() {
        return carrying ? carrier : ThreadLocalCarrier.NONE;
    }

    /** Returns the thread-locals that the thread held before, or null for none. */
    public final @Nullable Object ownThreadLocals() {
        return ownThreadLocals;
    }

    /** Thread-locals of an event could not be removed from the thread. The site may be another event's by now. */
    public abstract void threadIsUnclean();
}
