package io.concor.autoconfigure.endpoint;

import io.concor.BatchSettings;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.autoconfigure.properties.SlotSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a slot, as text. Missing ones are null.
 *
 * @param pool the pool
 * @param threads the number of threads
 * @param capacity the number of events that can wait before the previous stage pauses
 * @param waiting how a thread waits for events
 * @param keepAlive the time after which an idle surplus thread of a cached pool ends
 * @param batch the largest number of events in a batch
 * @param linger how long a thread waits for more events of a batch
 * @param batchTarget the time that the size of batches follows; {@code none} removes it
 * @param batchErrors what an error does to the events of a batch
 */
record RequestedSlot(
        @Nullable String pool,
        @Nullable String threads,
        @Nullable String capacity,
        @Nullable String waiting,
        @Nullable String keepAlive,
        @Nullable String batch,
        @Nullable String linger,
        @Nullable String batchTarget,
        @Nullable String batchErrors) {

    private static final String THREADS = "a whole number from 1 to " + JoinSettings.MAX_THREADS;
    private static final String CAPACITIES = "a power of two from 1 to " + JoinSettings.MAX_CAPACITY;
    private static final String NONE = "none";
    private static final String BATCHES = "a whole number from 1 to " + BatchSettings.MAX_SIZE;

    boolean isEmpty() {
        return Stream.of(pool, threads, capacity, waiting, keepAlive, batch, linger, batchTarget, batchErrors)
                .allMatch(Objects::isNull);
    }

    /**
     * Reads the settings.
     *
     * @throws io.concor.InvalidSettingException if one is unreadable
     */
    private SlotSettings read() {
        return new SlotSettings(
                pool,
                threads == null ? null : SettingFormat.wholeNumber("threads", threads, THREADS),
                capacity == null ? null : SettingFormat.wholeNumber("capacity", capacity, CAPACITIES),
                waiting,
                duration("keep-alive", keepAlive),
                batch == null ? null : SettingFormat.wholeNumber("batch", batch, BATCHES),
                duration("linger", linger),
                NONE.equals(batchTarget) ? Duration.ZERO : duration("batch-target", batchTarget),
                batchErrors);
    }

    private static @Nullable Duration duration(String field, @Nullable String text) {
        return text == null ? null : SettingFormat.duration(field, text);
    }

    /**
     * Reads the settings, and returns how they change those of the slot in front of a component: see
     * {@link SlotSettings#over}.
     *
     * @throws io.concor.InvalidSettingException if one is unreadable
     */
    UnaryOperator<Optional<JoinSettings>> change(TaskKind kind) {
        SlotSettings wanted = read();
        return present ->
                wanted.over(present.orElse(null)).toJoinSettings().map(join -> SlotSettings.inFrontOf(kind, join));
    }
}
