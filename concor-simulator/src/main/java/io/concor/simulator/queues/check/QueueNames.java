package io.concor.simulator.queues.check;

/** The names of the queues: {@code load-1}, {@code load-2}... */
public final class QueueNames {

    /** The number of a queue of another name. */
    public static final int UNKNOWN = 0;

    private static final String PREFIX = "load-";

    private QueueNames() {}

    public static String name(int queue) {
        return PREFIX + queue;
    }

    /** Returns the number of a queue, or {@link #UNKNOWN}. */
    public static int number(String name) {
        if (!name.startsWith(PREFIX)) {
            return UNKNOWN;
        }
        try {
            int number = Integer.parseInt(name.substring(PREFIX.length()));
            return number > 0 && name.equals(name(number)) ? number : UNKNOWN;
        } catch (NumberFormatException e) {
            return UNKNOWN;
        }
    }
}
