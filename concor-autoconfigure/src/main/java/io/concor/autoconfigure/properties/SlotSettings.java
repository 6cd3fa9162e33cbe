package io.concor.autoconfigure.properties;

import io.concor.SlotSetting;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The form of {@link FlatSettings} that the configuration binds: a component for each {@link SlotSetting}, in their order,
 * or null. Its comments describe the properties.
 *
 * @param pool Pool of the join: none, single, fixed, cached, virtual or keyed. Required if any other setting is present,
 *     unless one of them is of batches. Default for these: fixed.
 * @param threads Number of threads, 1 to 4096: exact for a fixed or keyed pool, maximum for a cached or virtual pool.
 *     Required for a fixed pool. Default: 32 for a cached pool, 256 for a virtual pool, 4 for a keyed pool, 1 for batches
 *     without a pool.
 * @param capacity Number of events that can wait before the previous stage pauses, a power of two from 1 to 1048576.
 *     Default: 1024.
 * @param waiting How a thread waits for events: blocking, yielding or spinning. Default: blocking.
 * @param queue Where events wait: memory, durable or remote. A durable slot requires concor-queues, a remote one
 *     concor-kafka. Default: memory.
 * @param attempts Number of attempts, also by processes that died, before an event of a durable slot is a dead letter, 1 to
 *     1000001. 0 removes it. Default: max-retries + 1.
 * @param keepAlive Time after which an idle surplus thread of a cached pool ends, 1ms to 1d. Default: 60s.
 * @param batch Maximum number of events that one call of a batch task handles, 1 to 10000. For batch components only.
 *     Default: 100.
 * @param linger Time that a thread waits for more events of a batch, counted from the first, 0s to 1m. For batch components
 *     only. Default: 0s.
 * @param batchTarget Time within which 95 of 100 events of a batch component are to be handled, waiting included, 1ms to
 *     1h. The size of batches follows it at run time, up to batch. 0s removes it. Default: no target.
 * @param batchErrors What an error of a batch task does: fail, each event of the batch fails; split, the batch is handled
 *     again in halves. For batch components only. Default: fail.
 */
@ConfigurationPropertiesSource
public record SlotSettings(
        @Nullable String pool,
        @Nullable Integer threads,
        @Nullable Integer capacity,
        @Name("wait") @Nullable String waiting,
        @Nullable String queue,
        @Nullable Integer attempts,
        @Nullable Duration keepAlive,
        @Nullable Integer batch,
        @Nullable Duration linger,
        @Nullable Duration batchTarget,
        @Nullable String batchErrors) {

    /** Returns the settings that are present. */
    public FlatSettings flat() {
        List<@Nullable Object> inOrder = Arrays.asList(
                pool, threads, capacity, waiting, queue, attempts, keepAlive, batch, linger, batchTarget, batchErrors);
        return FlatSettings.read(setting -> inOrder.get(SlotSetting.all().indexOf(setting)));
    }
}
