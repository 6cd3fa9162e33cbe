package io.concor.simulator.profile;

/** The times at which the requests of a profile are due, one after the other. Used by one thread. */
public final class ArrivalSchedule {

    /** No request is due any more. */
    public static final long OVER = Long.MAX_VALUE;

    private static final long SECOND_NANOS = 1_000_000_000;

    private final LoadProfile profile;
    private int second = -1;
    private int rate;
    private int index;

    public ArrivalSchedule(LoadProfile profile) {
        this.profile = profile;
    }

    /**
     * The next request.
     *
     * @return when it is due, in nanoseconds since the start, or {@link #OVER}
     */
    public long next() {
        while (index == rate) {
            if (++second >= profile.seconds()) {
                second--;
                return OVER;
            }
            rate = profile.rateAt(second);
            index = 0;
        }
        return second * SECOND_NANOS + index++ * SECOND_NANOS / rate;
    }
}
