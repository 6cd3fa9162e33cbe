package io.concor.engine.path;

import io.concor.engine.event.Context;
import io.concor.engine.pool.Worker;
import org.jspecify.annotations.Nullable;

/**
 * The path of all events that {@linkplain ComponentCode compiled} components do not handle themselves. An abstract class and
 * not an interface, because the JVM binds calls to its only subclass.
 */
abstract class GeneralPath {

    private volatile boolean always;

    /** Whether every event takes this path: messages are checked, or thread-locals travel. */
    final boolean isTakenAlways() {
        return always;
    }

    final void takeAlways(boolean next) {
        always = next;
    }

    /** A thread brings a new event that needs no more than its tasks to run. It does not wait for room in a ring. */
    abstract void enter(Context context);

    /** A worker has taken an event from the ring of a slot. */
    abstract void serve(Context context, int slot, Worker worker);

    /** A worker has an event whose batch was handled. */
    abstract void proceed(Context context, int from, Worker worker);

    /**
     * Continues with an event that needs more than its tasks from now on.
     *
     * @param from index of its next component, or {@link io.concor.layout.FlowGraph#END}
     * @param worker the calling thread, or null if it does not belong to the flow
     */
    abstract void continueFrom(Context context, int from, @Nullable Worker worker);
}
