package io.concor;

import io.concor.text.DurationFormat;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a join in front of a {@link BatchTask} forms batches. A value: the methods that take an argument return changed
 * copies. All methods that return settings throw an {@link InvalidSettingException} if one is out of its bounds.
 *
 * @param size the largest number of events in a batch, 1 to 10,000. A flow that admits fewer events forms smaller ones
 * @param linger how long a thread waits for more events, counted from the first event it took, if fewer wait; 0 to 1 minute
 * @param target the time within which 95 of 100 events are to be handled, waiting included, 1 ms to 1 hour: the number
 *     of events in a batch follows it at run time, up to {@code size}. Null if batches have up to {@code size} events at all times
 * @param errors what happens to the events of a batch whose call fails
 */
public record BatchSettings(
        int size, Duration linger, @Nullable Duration target, BatchErrors errors) {

    /** The largest size, in events. */
    public static final int MAX_SIZE = 10_000;
    /** The longest time that a thread waits for more events. */
    public static final Duration MAX_LINGER = Duration.ofMinutes(1);
    /** The longest target. */
    public static final Duration MAX_TARGET = Duration.ofHours(1);
    /** The settings of a batch component whose join has none: up to 100 events, without waiting for more. */
    public static final BatchSettings DEFAULT = new BatchSettings(100, Duration.ZERO, null, BatchErrors.FAIL);

    /**
     * Checks the settings.
     *
     * @throws InvalidSettingException if one is out of its bounds, or linger or errors are null
     */
    public BatchSettings {
        InvalidSettingException.requireWithin("batch", size, 1, MAX_SIZE);
        InvalidSettingException.requireGiven("linger", linger, "it has no value", "0s to 1m");
        InvalidSettingException.requireWithin("linger", linger, Duration.ZERO, MAX_LINGER);
        if (target != null) {
            InvalidSettingException.requireWithin("batch-target", target, Duration.ofMillis(1), MAX_TARGET);
        }
        InvalidSettingException.requireGiven("batch-errors", errors, "it has no value", "fail, split");
    }

    /** Returns a copy with another largest number of events. */
    public BatchSettings size(int size) {
        return new BatchSettings(size, linger, target, errors);
    }

    /** Returns a copy with another time to wait for more events. */
    public BatchSettings linger(Duration linger) {
        return new BatchSettings(size, linger, target, errors);
    }

    /** Returns a copy with another target, or without one. */
    public BatchSettings target(@Nullable Duration target) {
        return new BatchSettings(size, linger, target, errors);
    }

    /** Returns a copy with another treatment of errors. */
    public BatchSettings errors(BatchErrors errors) {
        return new BatchSettings(size, linger, target, errors);
    }

    /** Returns text such as {@code batch 500, linger 5ms, batch-target 200ms, batch-errors split}, without defaults. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("batch ").append(size);
        if (!linger.isZero()) {
            text.append(", linger ").append(DurationFormat.of(linger));
        }
        if (target != null) {
            text.append(", batch-target ").append(DurationFormat.of(target));
        }
        if (errors != BatchErrors.FAIL) {
            text.append(", batch-errors ").append(errors);
        }
        return text.toString();
    }
}
