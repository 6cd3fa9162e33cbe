package io.concor;

/** The error of the events of a batch for which the task returned no list, or one of another size. */
public final class BatchResultException extends ComponentException {
    private static final long serialVersionUID = 1L;

    /** The size of no list. */
    public static final int NO_LIST = -1;

    private final int expected;
    private final int actual;

    /**
     * Creates the exception.
     *
     * @param component the name of the component whose task returned the list
     * @param expected the number of messages of the batch
     * @param actual the size of the list, or {@link #NO_LIST} if it is null
     */
    public BatchResultException(String flow, String component, int expected, int actual) {
        super(
                flow,
                component,
                "its task returned " + returned(actual) + " for a batch of " + expected
                        + ". Return a list with one result for each message, in their order");
        this.expected = expected;
        this.actual = actual;
    }

    private static String returned(int actual) {
        return switch (actual) {
            case NO_LIST -> "null instead of a list";
            case 1 -> "1 result";
            default -> actual + " results";
        };
    }

    /** Returns the number of messages of the batch. */
    public int expected() {
        return expected;
    }

    /** Returns the size of the list that was returned, or {@link #NO_LIST} if it was null. */
    public int actual() {
        return actual;
    }
}
