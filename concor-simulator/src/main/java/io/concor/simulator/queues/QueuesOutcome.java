package io.concor.simulator.queues;

import io.concor.simulator.queues.check.DeliveryResult;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a run.
 *
 * @param start start of the counted part
 * @param statistics requests and latencies
 * @param processors processors that the simulator used during the load, on average
 * @param drained whether all clients have received what there was for them
 * @param deliveries what the check of the messages found
 * @param logFailure why a log is incomplete, or null
 */
public record QueuesOutcome(
        Instant start,
        QueuesStatistics statistics,
        double processors,
        boolean drained,
        DeliveryResult deliveries,
        @Nullable IOException logFailure) {}
