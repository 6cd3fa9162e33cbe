package io.concor;

/**
 * Which events are measured: the first {@code burst} of every {@code interval} events.
 *
 * @param enabled whether any events are measured
 * @param burst measured events per interval, 1 to {@code interval}
 * @param interval length of an interval in events, 1 to 1,000,000
 */
public record Sampling(boolean enabled, int burst, int interval) {

    /** 3 of every 128 events. */
    public static final Sampling DEFAULT = new Sampling(true, 3, 128);
    /** The longest interval, in events. */
    public static final int MAX_INTERVAL = 1_000_000;

    /**
     * Checks the numbers, also if sampling is off.
     *
     * @throws InvalidSettingException if one is out of its bounds
     */
    public Sampling {
        InvalidSettingException.requireWithin("interval", interval, 1, MAX_INTERVAL);
        if (burst < 1 || burst > interval) {
            throw InvalidSettingException.outOfBounds("burst", burst, "1 to interval (" + interval + ")");
        }
    }

    /**
     * Returns whether an event is measured.
     *
     * @param number the number of the event, from 0
     */
    public boolean measures(long number) {
        int mask = interval - 1;
        // If the interval is a power of two, masking avoids a division, the most expensive step of admission.
        return enabled && ((interval & mask) == 0 ? number & mask : number % interval) < burst;
    }
}
