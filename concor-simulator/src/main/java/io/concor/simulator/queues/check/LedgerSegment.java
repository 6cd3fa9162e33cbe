package io.concor.simulator.queues.check;

/** What is known of 1024 consecutive messages of a sender, in four bits each. Not thread-safe. */
final class LedgerSegment {

    static final int MESSAGES = 1024;

    private static final int STATES = LedgerState.values().length;
    private static final int WORDS = MESSAGES / Long.SIZE;

    private final long[] bits = new long[STATES * WORDS];
    private int settled;

    boolean is(LedgerState state, int index) {
        return (bits[word(state, index)] & 1L << index) != 0;
    }

    /** Sets a bit. Returns whether it was clear. */
    boolean set(LedgerState state, int index) {
        boolean wasClear = !is(state, index);
        bits[word(state, index)] |= 1L << index;
        return wasClear;
    }

    /** Counts a message of which nothing more is expected. Returns whether that holds for all of the segment. */
    boolean settle() {
        settled++;
        return settled == MESSAGES;
    }

    private static int word(LedgerState state, int index) {
        return state.ordinal() * WORDS + index / Long.SIZE;
    }
}
