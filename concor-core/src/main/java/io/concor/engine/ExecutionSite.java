package io.concor.engine;

import io.concor.ThreadLocalCarrier;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Where an event is run: noted before each task, so that a stop can tell which component an event did not come back
 * from. A worker notes it for the event it carries, any other thread in the event's context: each writes to what is its
 * own, not to what the thread of the stage before has written.
 */
abstract class ExecutionSite {

    static final int NOWHERE = -1;
    private static final VarHandle COMPONENT = FieldHandle.of(MethodHandles.lookup(), "component", int.class);

    private int component = NOWHERE;

    private ThreadLocalCarrier carrier = ThreadLocalCarrier.NONE;
    private @Nullable Object own;

    /** Notes the index of the component that is run. */
    final void at(int component) {
        COMPONENT.setOpaque(this, component);
    }

    /** Index of the component that is run, or {@link #NOWHERE}. Any thread. */
    final int component() {
        return (int) COMPONENT.getOpaque(this);
    }

    /**
     * Notes what the thread at hand holds by itself.
     *
     * @param carrier who took it down, and so puts it back
     */
    final void bears(ThreadLocalCarrier carrier, @Nullable Object own) {
        if (this.carrier != carrier) {
            this.carrier = carrier;
        }
        if (this.own != own) {
            this.own = own;
        }
    }

    final ThreadLocalCarrier carrier() {
        return carrier;
    }

    /** What the thread at hand holds by itself, or null for nothing. */
    final @Nullable Object own() {
        return own;
    }

    /**
     * The thread at hand could not be rid of what an event held in thread-locals. The place may be another event's by
     * now.
     */
    abstract void threadIsUnclean();
}
