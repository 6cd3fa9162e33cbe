package io.concor.simulator.profile;

/**
 * A low rate with bursts: each period ends with one.
 *
 * @param rate requests per second between the bursts; may be 0
 * @param burstRate requests per second in a burst
 * @param burstSeconds length of a burst
 * @param everySeconds from the start of a burst to the start of the next
 * @param seconds for how long
 */
public record BurstProfile(int rate, int burstRate, int burstSeconds, int everySeconds, int seconds)
        implements LoadProfile {

    /** The second in which the first burst begins. */
    public int firstBurst() {
        return everySeconds - burstSeconds;
    }

    /** Whether it is over before the first burst. */
    public boolean hasNoBurst() {
        return seconds <= firstBurst();
    }

    @Override
    public int rateAt(int second) {
        return second % everySeconds < firstBurst() ? rate : burstRate;
    }
}
