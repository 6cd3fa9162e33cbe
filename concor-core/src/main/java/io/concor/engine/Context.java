package io.concor.engine;

import io.concor.ThreadLocalCarrier;
import io.concor.Transaction;
import io.concor.engine.leak.EventIdentity;
import io.concor.engine.measure.EventTrace;
import io.concor.engine.measure.FlowRecorder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The reusable envelope of one event on its way. At any time one thread owns it, and only the owner touches its fields;
 * ownership passes through a ring, a {@link PendingTransition} or the {@link ContextPool}, each of which orders the accesses. Only
 * the ticket, the component, who awaits the result, the foreign thread, and the counter are read from outside.
 */
public final class Context extends ExecutionSite {

    /** The event goes on with the component of the slot in which it waits. */
    private static final int WITH_ITS_SLOT = -1;

    private static final VarHandle RESULT = FieldHandle.of(MethodHandles.lookup(), "result", CompletableFuture.class);
    private static final VarHandle TICKET = FieldHandle.of(MethodHandles.lookup(), "ticket", PendingTransition.class);
    private static final VarHandle COMPLETED = FieldHandle.of(MethodHandles.lookup(), "completed", long.class);
    private static final VarHandle FOREIGN_THREAD = FieldHandle.of(MethodHandles.lookup(), "foreignThread", long.class);

    private static final long NONE = 0;

    /** Its place among all contexts of the flow. */
    final int index;

    @Nullable
    public Object value;

    @Nullable
    public Throwable error;
    /** Who awaits the result, or null. */
    @Nullable
    CompletableFuture<Object> result;
    /** What its tasks have put into thread-locals, while no thread holds it; null for nothing. */
    @Nullable
    Object carried;
    /** Who captured that. */
    ThreadLocalCarrier carriedBy = ThreadLocalCarrier.NONE;
    /** The transaction that its tasks run in, or null. */
    @Nullable
    Transaction transaction;
    /** What it is told apart by from other events, where leaks are looked for. */
    @Nullable
    public EventIdentity mark;
    /** When the event entered, by the flow's coarse clock. */
    long entered;
    /** Whether the event's way is measured. */
    boolean sampled;

    private @Nullable EventTrace trace;
    private int resumeAt = WITH_ITS_SLOT;
    private boolean attended;

    @SuppressWarnings("unused") // by TICKET
    private @Nullable PendingTransition ticket;

    private long completed;

    @SuppressWarnings("unused") // by FOREIGN_THREAD
    private long foreignThread = NONE;

    Context(int index) {
        this.index = index;
    }

    /** Makes the envelope that of a new event. What is as it was is not written: others have it in their caches. */
    void begin(@Nullable Object event, @Nullable CompletableFuture<Object> result, long entered) {
        this.value = event;
        if (result != null) {
            this.result = result;
        }
        if (this.entered != entered) {
            this.entered = entered;
        }
    }

    /** Whether the event of a new owner is measured. */
    void sampled(boolean next) {
        if (sampled != next) {
            sampled = next;
        }
    }

    /** Begins to measure the way of a sampled event. */
    void measure(FlowRecorder recorder) {
        if (trace == null) {
            trace = new EventTrace(recorder);
        }
        trace.enter();
    }

    /** The times of a sampled event. */
    EventTrace trace() {
        if (trace == null) {
            throw new IllegalStateException("the event is not sampled");
        }
        return trace;
    }

    /** Sets the value. Most tasks that change a message in place return it: then there is nothing to write. */
    public void value(@Nullable Object result) {
        if (value != result) {
            value = result;
        }
    }

    /** Notes that it goes into a ring, where it waits for a component; that of the ring's own slot or a later one. */
    void waitFor(int component, boolean inItsSlot) {
        int next = inItsSlot ? WITH_ITS_SLOT : component;
        if (next != resumeAt) {
            resumeAt = next;
        }
        boolean more = next != WITH_ITS_SLOT || sampled || error != null || carried != null || transaction != null;
        if (more != attended) {
            attended = more;
        }
    }

    /**
     * Whether there is more to do for the event than to run its tasks. Right while it waits in a ring: it is one look
     * in place of five.
     */
    boolean attended() {
        return attended;
    }

    /** Index of the component with which it goes on from the ring of a slot. */
    int resumeAt(int slot) {
        return resumeAt == WITH_ITS_SLOT ? slot : resumeAt;
    }

    /**
     * Who awaits the result, or null. Any thread; a future can be completed once only, so a late reader does no harm.
     */
    @SuppressWarnings("unchecked")
    @Nullable
    CompletableFuture<Object> awaited() {
        return (CompletableFuture<Object>) RESULT.getOpaque(this);
    }

    /**
     * The calling thread, which does not belong to the flow, runs components of the event from now on. It takes that back
     * before it gives the event away: so a thread that finds its own number is right, whatever others write meanwhile.
     */
    void carriedByForeignThread() {
        FOREIGN_THREAD.setOpaque(this, Thread.currentThread().getId());
    }

    /** The calling thread is about to give the event away. */
    void givenAway() {
        if ((long) FOREIGN_THREAD.getOpaque(this) != NONE) {
            FOREIGN_THREAD.setOpaque(this, NONE);
        }
    }

    /** Whether a thread that does not belong to the flow runs components of the event; for that thread itself. */
    boolean isCarriedBy(long thread) {
        return (long) FOREIGN_THREAD.getOpaque(this) == thread;
    }

    public void fail(Throwable thrown) {
        value = null;
        error = thrown;
    }

    /** The error, which is taken out: a catch component answers it. */
    Throwable takeError() {
        Throwable met = error == null ? new IllegalStateException("there is no error") : error;
        error = null;
        return met;
    }

    /**
     * Counts that the event ended with a value. Single writer: the counter is the envelope's, so nobody contends for
     * it.
     */
    void countCompleted() {
        COMPLETED.setOpaque(this, completed + 1);
    }

    void clear() {
        value = null;
        if (error != null) {
            error = null;
        }
        if (result != null) {
            result = null;
        }
        if (component() != NOWHERE) {
            at(NOWHERE);
        }
        givenAway();
        bears(ThreadLocalCarrier.NONE, null);
    }

    /** It is not for a flow to end a thread that does not belong to it. */
    @Override
    void threadIsUnclean() {}

    void ticket(@Nullable PendingTransition ticket) {
        TICKET.setRelease(this, ticket);
    }

    /** What holds the event in a transition, or null. Any thread. */
    @Nullable
    PendingTransition ticket() {
        return (PendingTransition) TICKET.getAcquire(this);
    }

    /** Any thread. */
    long completed() {
        return (long) COMPLETED.getOpaque(this);
    }
}
