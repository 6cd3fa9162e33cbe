package io.concor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The reusable envelope of one event on its way. At any time one thread owns it, and only the owner touches its fields;
 * ownership passes through a ring, a {@link Ticket} or the {@link ContextPool}, each of which orders the accesses. Only
 * the ticket and the counters are read from outside.
 */
final class Context {

    private static final int OUTSIDE = -1;
    private static final VarHandle PLACE = handle("place", int.class);
    private static final VarHandle RESULT = handle("result", CompletableFuture.class);
    private static final VarHandle TICKET = handle("ticket", Ticket.class);
    private static final VarHandle COMPLETED = handle("completed", long.class);
    private static final VarHandle FAILED = handle("failed", long.class);
    private static final VarHandle TIMED_OUT = handle("timedOut", long.class);

    @Nullable
    Object value;

    @Nullable
    Throwable error;
    /** Who awaits the result, or null. */
    @Nullable
    CompletableFuture<Object> result;
    /** How many events of the flow came before. */
    long number;
    /** When the event entered, by the flow's coarse clock. */
    long entered;
    /** Whether the event's way is measured; the times below are kept only then. */
    boolean sampled;

    long enteredNanos;
    /** When the event arrived at the slot of its present stage. */
    long arrivedNanos;
    /** Index of the first component of its present stage. */
    int stage;

    private int place = OUTSIDE;

    @SuppressWarnings("unused") // by TICKET
    private @Nullable Ticket ticket;

    private long completed;
    private long failed;
    private long timedOut;

    private static VarHandle handle(String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(Context.class, field, type);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Makes the envelope that of a new event. */
    void begin(@Nullable Object event, @Nullable CompletableFuture<Object> result, long entered, boolean sampled) {
        this.value = event;
        this.result = result;
        this.entered = entered;
        this.sampled = sampled;
        at(0);
        if (sampled) {
            this.stage = 0;
            this.enteredNanos = System.nanoTime();
            this.arrivedNanos = enteredNanos;
        }
    }

    /** Notes the index of the component that the event is at. */
    void at(int component) {
        PLACE.setOpaque(this, component);
    }

    /** Index of the component that the event is at, or a negative number where there is no event. Any thread. */
    int place() {
        return (int) PLACE.getOpaque(this);
    }

    /** Who awaits the result, or null. Any thread; a future can be completed once only, so a late reader does no harm. */
    @SuppressWarnings("unchecked")
    @Nullable
    CompletableFuture<Object> awaited() {
        return (CompletableFuture<Object>) RESULT.getOpaque(this);
    }

    void fail(Throwable thrown) {
        value = null;
        error = thrown;
    }

    /** The error, which is taken out: a catch component answers it. */
    Throwable takeError() {
        Throwable met = error == null ? new IllegalStateException("there is no error") : error;
        error = null;
        return met;
    }

    /** Counts the end of the event. Single writer: the counters belong to the envelope, so nobody contends for them. */
    void count(Outcome outcome) {
        if (outcome == Outcome.COMPLETED) {
            COMPLETED.setOpaque(this, completed + 1);
            return;
        }
        FAILED.setOpaque(this, failed + 1);
        if (outcome == Outcome.TIMED_OUT) {
            TIMED_OUT.setOpaque(this, timedOut + 1);
        }
    }

    void clear() {
        value = null;
        error = null;
        result = null;
        at(OUTSIDE);
    }

    void ticket(@Nullable Ticket ticket) {
        TICKET.setRelease(this, ticket);
    }

    /** What holds the event in a transition, or null. Any thread. */
    @Nullable
    Ticket ticket() {
        return (Ticket) TICKET.getAcquire(this);
    }

    /** Any thread. */
    long completed() {
        return (long) COMPLETED.getOpaque(this);
    }

    /** Any thread. */
    long failed() {
        return (long) FAILED.getOpaque(this);
    }

    /** Any thread. */
    long timedOut() {
        return (long) TIMED_OUT.getOpaque(this);
    }
}
