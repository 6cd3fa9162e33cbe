package io.concor.autoconfigure.metrics;

import io.concor.Transaction;
import io.concor.statistics.EventOutcome;
import io.concor.statistics.SampleListener;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Records the samples of one flow. Ignores samples of slots and stages that no longer exist. Thread-safe. */
final class FlowSampleRecorder implements SampleListener {

    /** Indexed by component, like the following ones but that of outcomes. */
    final AtomicReferenceArray<@Nullable Timer> services;

    final AtomicReferenceArray<@Nullable Timer> waitings;
    final AtomicReferenceArray<@Nullable Timer> stages;
    final AtomicReferenceArray<@Nullable Map<Transaction.Outcome, Timer>> transactions;
    final AtomicReferenceArray<@Nullable BatchMeters> batches;
    final AtomicReferenceArray<@Nullable EstimatedTime> outcomes =
            new AtomicReferenceArray<>(EventOutcome.values().length);
    private final Timer latency;

    FlowSampleRecorder(int components, Timer latency) {
        this.latency = latency;
        services = new AtomicReferenceArray<>(components);
        waitings = new AtomicReferenceArray<>(components);
        stages = new AtomicReferenceArray<>(components);
        transactions = new AtomicReferenceArray<>(components);
        batches = new AtomicReferenceArray<>(components);
    }

    @Override
    public void onService(int component, long nanos) {
        record(services.get(component), nanos);
    }

    @Override
    public void onBatch(int component, int size, long nanos) {
        BatchMeters meters = batches.get(component);
        if (meters != null) {
            meters.record(size, nanos);
        }
    }

    @Override
    public void onWaiting(int slot, long nanos) {
        record(waitings.get(slot), nanos);
    }

    @Override
    public void onStage(int first, long nanos) {
        record(stages.get(first), nanos);
    }

    @Override
    public void onEnd(EventOutcome outcome, long nanos) {
        record(latency, nanos);
        EstimatedTime time = outcomes.get(outcome.ordinal());
        if (time != null) {
            time.sampled(nanos);
        }
    }

    @Override
    public void onTransaction(int from, Transaction.Outcome outcome, long nanos) {
        Map<Transaction.Outcome, Timer> timers = transactions.get(from);
        if (timers != null) {
            record(timers.get(outcome), nanos);
        }
    }

    private static void record(@Nullable Timer timer, long nanos) {
        if (timer != null) {
            SampleTimers.record(timer, nanos);
        }
    }
}
