package io.concor.simulator.load;

/** The times at which the requests of a profile are due, in order. Not thread-safe. */
final class ArrivalSchedule {

    /** No more requests are due. */
    static final long END = Long.MAX_VALUE;

    private static final long SECOND_NANOS = 1_000_000_000;

    private final LoadProfile profile;
    private int second = -1;
    private int rate;
    private int index;

    ArrivalSchedule(LoadProfile profile) {
        this.profile = profile;
    }

    /** Returns the time of the next request in nanoseconds since the start, or {@link #END}. */
    long next() {
        while (index == rate) {
            if (++second >= profile.seconds()) {
                second--;
                return END;
            }
            rate = profile.rateAt(second);
            index = 0;
        }
        return second * SECOND_NANOS + index++ * SECOND_NANOS / rate;
    }
}
