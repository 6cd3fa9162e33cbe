package io.concor;

/**
 * The times of a sampled event. Belongs to its context, and so to one thread at a time. The end of one measurement is the
 * beginning of the next, because reading the clock is most of what a measurement costs.
 */
final class Trace {

    private final FlowRecorder recorder;
    private long entered;
    /** When the event arrived at its present stage. */
    private long arrived;
    /** When what is measured now began. */
    private long last;
    /** Index of the first component of the present stage. */
    private int stage;

    Trace(FlowRecorder recorder) {
        this.recorder = recorder;
    }

    void enter() {
        entered = System.nanoTime();
        arrived = entered;
        last = entered;
        stage = 0;
    }

    /** A worker took the event from the ring of a slot. */
    void take(int slot) {
        last = System.nanoTime();
        stage = slot;
        recorder.waited(slot, last - arrived);
    }

    /** When the last measurement ended. */
    long last() {
        return last;
    }

    /** The component that began when the last measurement ended has done its work. */
    void serve(int component) {
        serve(component, last);
    }

    void serve(int component, long began) {
        last = System.nanoTime();
        recorder.served(component, last - began);
    }

    /**
     * The event leaves its stage and arrives at a slot.
     *
     * @return how long it was in its stage
     */
    long leave() {
        last = System.nanoTime();
        long nanosInStage = last - arrived;
        arrived = last;
        return nanosInStage;
    }

    /** The slot did not take the event, which thus is still in its stage. */
    void stay(long nanosInStage) {
        arrived = last - nanosInStage;
    }

    int stage() {
        return stage;
    }

    void end(Outcome outcome) {
        long now = System.nanoTime();
        recorder.left(stage, now - arrived);
        recorder.ended(outcome, now - entered);
    }
}
