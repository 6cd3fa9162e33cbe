package io.concor.diagnosis.situation;

/**
 * The bounds of shares, 0 to 1, that mean the same wherever they are compared: of time, of threads, of processors, of stacks or
 * of events.
 */
public final class ShareBounds {

    /** From this share on, something is often in the way: threads wait for it, others use it. */
    public static final double MUCH = 0.3;

    /** From this share on, it is more than anything else. */
    public static final double MOST = 0.5;

    /** From this share on, it is taken to be so all the time: what is missing is noise. */
    public static final double ALWAYS = 0.85;

    /** From this share on, the rest does not matter. */
    public static final double NEARLY_ALL = 0.9;

    private ShareBounds() {}
}
