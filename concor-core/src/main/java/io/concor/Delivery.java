package io.concor;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How an event is put into the first durable or remote queue on its way: see {@link Flow#accept}. A value. */
public final class Delivery {

    /** The longest id of an event, in characters. */
    public static final int MAX_ID_LENGTH = 200;
    /** The longest delay. */
    public static final Duration MAX_DELAY = Duration.ofDays(366);

    private final @Nullable String id;
    private final Duration delay;

    private Delivery(@Nullable String id, Duration delay) {
        this.id = id;
        this.delay = delay;
    }

    /**
     * Returns a delivery with an id that the caller chooses. The queue takes no second event of the same id for as long as it
     * remembers the first ({@code concor.queues.remember}).
     *
     * @param id 1 to 200 characters
     * @throws InvalidSettingException if it is empty, too long, or has control characters
     */
    public static Delivery id(String id) {
        return new Delivery(requireId(id), Duration.ZERO);
    }

    /**
     * Returns a delivery after a delay.
     *
     * @param delay how long the event is not handled, zero to 366 days
     * @throws InvalidSettingException if it is out of its bounds
     */
    public static Delivery delayed(Duration delay) {
        return new Delivery(null, requireDelay(delay));
    }

    /** Returns a copy with a delay: see {@link #delayed}. */
    public Delivery delay(Duration delay) {
        return new Delivery(id, requireDelay(delay));
    }

    private static String requireId(String id) {
        Objects.requireNonNull(id, "id");
        if (id.isEmpty() || id.length() > MAX_ID_LENGTH) {
            throw InvalidSettingException.outOfBounds(
                    "id", id.length() + " characters", "1 to " + MAX_ID_LENGTH + " characters");
        }
        if (id.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidSettingException("id", "it has control characters", "text without control characters");
        }
        return id;
    }

    private static Duration requireDelay(Duration delay) {
        InvalidSettingException.requireWithin("delay", delay, Duration.ZERO, MAX_DELAY);
        return delay;
    }

    /** Returns the id, or null if the caller has chosen none. */
    public @Nullable String id() {
        return id;
    }

    /** Returns how long the event is not handled. */
    public Duration delay() {
        return delay;
    }

    @Override
    public String toString() {
        return "Delivery(id " + id + ", delay " + delay + ")";
    }
}
