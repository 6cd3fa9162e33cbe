package io.concor.autoconfigure.endpoint.statistics;

import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.statistics.FlowStatistics.BatchFigures;
import org.jspecify.annotations.Nullable;

/**
 * The batches of a batch component: of all events, whether they are sampled or not.
 *
 * @param limit the number of events that a batch may have at present: {@code batch}, or less if it follows a target
 * @param count the number of batches
 * @param meanSize the mean number of events in a batch
 * @param p95Size the number of events that 95 of 100 batches do not exceed
 * @param maxSize the number of events in the largest batch
 * @param call the duration of a call of the task
 * @param meanMicrosPerEvent the mean duration of a call, divided by the mean number of events
 */
public record BatchStatistics(
        int limit,
        long count,
        double meanSize,
        long p95Size,
        long maxSize,
        LatencyDescriptor call,
        double meanMicrosPerEvent) {

    static @Nullable BatchStatistics of(@Nullable BatchFigures batches) {
        return batches == null
                ? null
                : new BatchStatistics(
                        batches.limit(),
                        batches.calls(),
                        Rounding.measured(batches.meanSize()),
                        batches.p95Size(),
                        batches.maxSize(),
                        LatencyDescriptor.of(batches.call()),
                        Rounding.measured(batches.meanMicrosPerEvent()));
    }
}
