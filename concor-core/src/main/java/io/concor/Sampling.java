package io.concor;

/**
 * How many events are measured: {@code burst} of every {@code interval}.
 *
 * @param enabled whether any are measured
 * @param burst how many of each interval, in events
 * @param interval the length of an interval, in events
 */
public record Sampling(boolean enabled, int burst, int interval) {

    /** 3 events of every 128. */
    public static final Sampling DEFAULT = new Sampling(true, 3, 128);
    /** The longest interval, in events. */
    public static final int MAX_INTERVAL = 1_000_000;

    /**
     * Checks the numbers.
     *
     * @throws InvalidSettingException when one is out of its bounds
     */
    public Sampling {
        if (interval < 1 || interval > MAX_INTERVAL) {
            throw InvalidSettingException.outOfBounds("interval", interval, "1 to " + MAX_INTERVAL);
        }
        if (burst < 1 || burst > interval) {
            throw InvalidSettingException.outOfBounds("burst", burst, "1 to interval (" + interval + ")");
        }
    }
}
