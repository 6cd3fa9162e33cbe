package io.concor;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a join in front of a {@link BatchTask} forms batches. A value, whose constructor throws an
 * {@link InvalidSettingException} if a setting is out of its bounds.
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
    /** The settings of a batch component whose join has none: up to 100 events, without waiting for more. */
    public static final BatchSettings DEFAULT = Objects.requireNonNull(
            JoinSettings.single().inFrontOf(TaskKind.BATCH).batching());

    /**
     * Checks the settings.
     *
     * @throws InvalidSettingException if one is out of its bounds, or linger or errors are null
     */
    public BatchSettings {
        SlotSetting.BATCH.check(size);
        SlotSetting.LINGER.check(linger);
        SlotSetting.BATCH_TARGET.check(target);
        SlotSetting.BATCH_ERRORS.check(errors);
    }
}
