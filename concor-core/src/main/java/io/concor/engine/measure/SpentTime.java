package io.concor.engine.measure;

/**
 * How the threads of a slot have spent their time, in nanoseconds. The rest of their time they were idle.
 *
 * @param busyNanos with an event, almost all of it in tasks; without the time blocked
 * @param blockedNanos with an event, waiting for room in the next ring
 */
public record SpentTime(long busyNanos, long blockedNanos) {

    public static final SpentTime NONE = new SpentTime(0, 0);

    public SpentTime plus(SpentTime other) {
        return new SpentTime(busyNanos + other.busyNanos, blockedNanos + other.blockedNanos);
    }
}
