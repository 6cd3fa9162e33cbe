package io.concor.benchmarks.soak;

/**
 * A numbered message. Each task looks whether it is the event's turn to be there, and says that it has been; in plain
 * fields, so that an event that two threads have, or that came without what was written before, is seen.
 */
final class Event {

    /** The number of an event that a catch component made of an error that tells no number. */
    static final int LOST = -1;

    private final int number;
    private int step;

    Event(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** How many components it has passed. */
    int step() {
        return step;
    }

    void passed(int components) {
        step = components;
    }
}
