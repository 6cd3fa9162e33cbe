package io.concor.statistics;

/**
 * Where the events of a flow are at one time. Cheaper than a {@link FlowReading}, for a reader that looks several times a
 * second. Components are counted from 0, in their order. Immutable.
 */
public final class FlowLevels {

    private final long builtNanos;
    private final long nanos;
    private final long arrived;
    private final long inFlight;
    private final int waitingCallers;
    private final int[] running;
    private final int[] runningOutside;
    private final int[] pending;
    private final long[] queue;

    /**
     * Creates levels.
     *
     * @param builtNanos when the flow was built, by {@link System#nanoTime}
     * @param nanos when it was read, by {@link System#nanoTime}
     * @param arrived number of events admitted or refused since
     * @param inFlight number of events inside
     * @param waitingCallers number of threads that wait for admission
     * @param running of each component, number of threads of joins that are in its task; not copied, as the next
     * @param runningOutside of each component, number of other threads that are in its task
     * @param pending of each component, number of events for which its transition task has returned and no continuation was
     *     called
     * @param queue of each slot, number of events that wait
     */
    public FlowLevels(
            long builtNanos,
            long nanos,
            long arrived,
            long inFlight,
            int waitingCallers,
            int[] running,
            int[] runningOutside,
            int[] pending,
            long[] queue) {
        this.builtNanos = builtNanos;
        this.nanos = nanos;
        this.arrived = arrived;
        this.inFlight = inFlight;
        this.waitingCallers = waitingCallers;
        this.running = running;
        this.runningOutside = runningOutside;
        this.pending = pending;
        this.queue = queue;
    }

    /** Returns when the flow was built, by {@link System#nanoTime}; tells it from a later flow of the same name. */
    public long builtNanos() {
        return builtNanos;
    }

    /** Returns when this was read, by {@link System#nanoTime}. */
    public long nanos() {
        return nanos;
    }

    /** Returns the number of events that were admitted or refused since the flow was built. */
    public long arrived() {
        return arrived;
    }

    /** Returns the number of events inside. */
    public long inFlight() {
        return inFlight;
    }

    /** Returns the number of threads that wait for admission. */
    public int waitingCallers() {
        return waitingCallers;
    }

    /** Returns the number of threads of joins that are in the task of a component. */
    public int running(int component) {
        return running[component];
    }

    /**
     * Returns the number of other threads that are in the task of a component: of callers, or of clients that call
     * continuations.
     */
    public int runningOutside(int component) {
        return runningOutside[component];
    }

    /** Returns the number of events for which a transition task has returned and no continuation was called. */
    public int pending(int component) {
        return pending[component];
    }

    /** Returns the number of events that wait in a slot. */
    public long queue(int slot) {
        return queue[slot];
    }
}
