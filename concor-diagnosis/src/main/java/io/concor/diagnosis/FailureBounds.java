package io.concor.diagnosis;

/**
 * From which failures on a flow is failing.
 *
 * @param share the share of the events that end with an error, above 0 and up to 1
 * @param recoveredShare the share of the events that end with an error or complete only because a catch component handles
 *     one, above 0 and up to 1
 * @param events the least number of these events, at least 1
 */
public record FailureBounds(double share, double recoveredShare, int events) {

    /** A fifth of the events, or nine tenths with those that a catch component handles; five events. */
    public static final FailureBounds DEFAULT = new FailureBounds(0.2, 0.9, 5);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public FailureBounds {
        requireShare("share", share);
        requireShare("recoveredShare", recoveredShare);
        if (events < 1) {
            throw new IllegalArgumentException("events is " + events + ", allowed: at least 1");
        }
    }

    private static void requireShare(String name, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed: above 0 and up to 1");
        }
    }
}
