package io.concor.autoconfigure.endpoint;

import io.concor.JoinSettings;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.autoconfigure.properties.SlotSettings;
import java.util.Objects;
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
 */
record RequestedSlot(
        @Nullable String pool,
        @Nullable String threads,
        @Nullable String capacity,
        @Nullable String waiting,
        @Nullable String keepAlive) {

    private static final String THREADS = "a whole number from 1 to " + JoinSettings.MAX_THREADS;
    private static final String CAPACITIES = "a power of two from 1 to " + JoinSettings.MAX_CAPACITY;

    boolean isEmpty() {
        return Stream.of(pool, threads, capacity, waiting, keepAlive).allMatch(Objects::isNull);
    }

    /**
     * Reads the settings.
     *
     * @throws io.concor.InvalidSettingException if one is unreadable
     */
    SlotSettings read() {
        return new SlotSettings(
                pool,
                threads == null ? null : SettingFormat.wholeNumber("threads", threads, THREADS),
                capacity == null ? null : SettingFormat.wholeNumber("capacity", capacity, CAPACITIES),
                waiting,
                keepAlive == null ? null : SettingFormat.duration("keep-alive", keepAlive));
    }
}
