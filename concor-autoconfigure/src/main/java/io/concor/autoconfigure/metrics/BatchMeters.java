package io.concor.autoconfigure.metrics;

import io.concor.statistics.FlowStatistics;
import io.concor.statistics.FlowStatistics.BatchFigures;
import io.concor.statistics.FlowStatistics.SlotFigures;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Objects;

/** The meters of the batches of one batch component in one registry. Thread-safe. */
final class BatchMeters {

    private final String component;
    private final ExpiringValue<FlowStatistics> statistics;
    private final Timer calls;
    private final DistributionSummary sizes;

    BatchMeters(Tags ofFlow, String component, MeterRegistry registry, ExpiringValue<FlowStatistics> statistics) {
        this.component = component;
        this.statistics = statistics;
        Tags tags = ofFlow.and("task", component);
        calls = SampleTimers.timer("concor.batch", "Duration of a call of a batch task, of all batches")
                .tags(tags)
                .register(registry);
        sizes = DistributionSummary.builder("concor.batch.size")
                .description("Events in a batch, of all batches")
                .baseUnit("events")
                .publishPercentiles(SampleTimers.percentiles())
                .tags(tags)
                .register(registry);
        Gauge.builder("concor.batch.limit", this, BatchMeters::limit)
                .description("Events that a batch may have at present")
                .baseUnit("events")
                .tags(tags)
                .register(registry);
    }

    void record(int size, long nanos) {
        sizes.record(size);
        SampleTimers.record(calls, nanos);
    }

    private double limit() {
        return statistics.get().window().slots().stream()
                .filter(slot -> slot.name().equals(component))
                .map(SlotFigures::batches)
                .filter(Objects::nonNull)
                .mapToInt(BatchFigures::limit)
                .findFirst()
                .orElse(0);
    }
}
