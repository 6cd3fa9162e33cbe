package io.concor.engine.event;

import io.concor.engine.thread.VirtualThreads;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Where a thread that is no worker runs an event. That thread writes, any thread may ask.
 *
 * <p>Such a thread is noted by its identifier, because a reference costs a barrier of the garbage collector. A virtual thread
 * is noted by reference, too: the JVM lists only other threads.
 */
abstract class ForeignSite extends ExecutionSite {

    /** No thread has this identifier. */
    private static final long NO_THREAD = 0;

    private static final VarHandle FOREIGN_THREAD = FieldHandle.of(MethodHandles.lookup(), "foreignThread", long.class);
    private static final VarHandle VIRTUAL_THREAD =
            FieldHandle.of(MethodHandles.lookup(), "virtualThread", Thread.class);

    private long foreignThread;
    private @Nullable Thread virtualThread;

    /** The calling thread, which is no worker, runs the event. */
    public final void runOnForeignThread() {
        Thread caller = Thread.currentThread();
        long present = caller.getId();
        if (foreignThread != present) {
            FOREIGN_THREAD.setOpaque(this, present);
            if (VirtualThreads.isVirtual(caller)) {
                VIRTUAL_THREAD.setOpaque(this, caller);
            }
        }
    }

    /** The calling thread is about to give the event away. */
    public final void leaveForeignThread() {
        if (foreignThread != NO_THREAD) {
            FOREIGN_THREAD.setOpaque(this, NO_THREAD);
            if (virtualThread != null) {
                VIRTUAL_THREAD.setOpaque(this, null);
            }
        }
    }

    /** Whether a thread that is no worker runs the event. Any thread. */
    public final boolean isOnForeignThread() {
        return (long) FOREIGN_THREAD.getOpaque(this) != NO_THREAD;
    }

    /** Returns the virtual thread, no worker, that runs the event, or null. Any thread. */
    public final @Nullable Thread virtualThread() {
        return (Thread) VIRTUAL_THREAD.getOpaque(this);
    }

    /** Whether a thread that is no worker has the event. Any thread. */
    public final boolean isRunBy(Thread thread) {
        return (long) FOREIGN_THREAD.getOpaque(this) == thread.getId();
    }
}
