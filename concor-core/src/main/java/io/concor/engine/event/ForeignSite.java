package io.concor.engine.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where a thread that is no worker brings or runs an event. That thread writes, any thread may ask.
 *
 * <p>Such a thread is noted by its identifier, because a reference costs a barrier of the garbage collector; by the lower half
 * of it, because a context is read and written from other processors as a whole, and threads whose halves are equal do not
 * live at the same time unless four billion threads were started in between. What was noted stays when the event ends: a
 * thread has the event only while a component is noted, too.
 */
abstract class ForeignSite extends ExecutionSite {

    /** The note of no thread. One thread in four billion cannot be noted. */
    private static final int NO_THREAD = 0;

    private static final VarHandle FOREIGN_THREAD = FieldHandle.of(MethodHandles.lookup(), "foreignThread", int.class);

    private int foreignThread = NO_THREAD;

    /** A thread, which is no worker, has the event. */
    public final void noteThread(int note) {
        if (foreignThread != note) {
            FOREIGN_THREAD.setOpaque(this, note);
        }
    }

    /** No thread that is no worker has the event from now on; seen before a component that is noted afterwards. */
    public final void forgetThread() {
        if (foreignThread != NO_THREAD) {
            FOREIGN_THREAD.setOpaque(this, NO_THREAD);
            VarHandle.releaseFence();
        }
    }

    /** Whether a thread that is no worker runs the event. Any thread. */
    public final boolean isOnForeignThread() {
        return component() != NOWHERE && foreignThread() != NO_THREAD;
    }

    /** Whether a thread that is no worker has the event. Any thread. */
    public final boolean isRunBy(Thread thread) {
        return component() != NOWHERE && foreignThread() == note(thread);
    }

    /** Read after the component, for which the fence is. */
    private int foreignThread() {
        VarHandle.acquireFence();
        return (int) FOREIGN_THREAD.getOpaque(this);
    }

    static int note(Thread thread) {
        return (int) thread.getId();
    }
}
