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
public record Burst(int rate, int burstRate, int burstSeconds, int everySeconds, int seconds) implements Profile {

    @Override
    public int rateAt(int second) {
        return second % everySeconds < everySeconds - burstSeconds ? rate : burstRate;
    }
}
