package io.concor.soak;

/**
 * A numbered message. Each task checks and advances its progress. The field is neither volatile nor guarded, so that the
 * checks also find an event that two threads hold, or that arrives without what was written before.
 */
final class SoakEvent {

    /** The number of an event that a catch component creates from an error without an event. */
    static final int UNKNOWN = -1;

    private final int number;
    private int passed;

    SoakEvent(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** Returns how many components it has passed. */
    int passed() {
        return passed;
    }

    void passed(int components) {
        passed = components;
    }
}
