package io.concor.engine.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How one thread of a slot spends its time. It reads the clock only when it runs out of events, when it gets the next
 * one, and around a wait for room. Only its own thread changes the state; any thread may read it.
 */
public final class WorkerTime {

    private enum State {
        IDLE,
        BUSY,
        BLOCKED
    }

    private static final int MOST_READS = 100;
    private static final VarHandle VERSION;

    static {
        try {
            VERSION = MethodHandles.lookup().findVarHandle(WorkerTime.class, "version", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private State state = State.IDLE;
    private long since = System.nanoTime();
    private long busyNanos;
    private long blockedNanos;
    /** Odd while the other fields change. */
    private int version;

    /** The thread has no event. */
    public void idle() {
        enter(State.IDLE);
    }

    /** The thread has an event. */
    public void busy() {
        enter(State.BUSY);
    }

    /** The thread has an event and waits for room in the next ring. */
    public void blocked() {
        enter(State.BLOCKED);
    }

    private void enter(State next) {
        if (state != next) {
            change(next, System.nanoTime());
        }
    }

    private void change(State next, long now) {
        VERSION.setOpaque(this, version + 1);
        VarHandle.storeStoreFence();
        busyNanos += nanosIn(State.BUSY, now);
        blockedNanos += nanosIn(State.BLOCKED, now);
        state = next;
        since = now;
        VERSION.setRelease(this, version + 1);
    }

    private long nanosIn(State some, long now) {
        return state == some ? Math.max(0, now - since) : 0;
    }

    /** Returns the time spent until now, by {@link System#nanoTime}. */
    public SpentTime spent(long now) {
        for (int reads = 1; true; reads++) {
            int before = (int) VERSION.getAcquire(this);
            SpentTime spent =
                    new SpentTime(busyNanos + nanosIn(State.BUSY, now), blockedNanos + nanosIn(State.BLOCKED, now));
            VarHandle.loadLoadFence();
            boolean consistent = (before & 1) == 0 && before == (int) VERSION.getOpaque(this);
            if (consistent || reads == MOST_READS) {
                return spent;
            }
            Thread.onSpinWait();
        }
    }
}
