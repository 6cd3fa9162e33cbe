package io.concor.autoconfigure.metrics;

import io.concor.Transaction;
import io.concor.statistics.EventOutcome;
import io.concor.statistics.SampleListener;

/** Passes each sample to several listeners. */
final class CompositeSampleListener implements SampleListener {

    private final SampleListener[] listeners;

    CompositeSampleListener(SampleListener[] listeners) {
        this.listeners = listeners;
    }

    @Override
    public void onService(int component, long nanos) {
        for (SampleListener listener : listeners) {
            listener.onService(component, nanos);
        }
    }

    @Override
    public void onBatch(int component, int size, long nanos) {
        for (SampleListener listener : listeners) {
            listener.onBatch(component, size, nanos);
        }
    }

    @Override
    public void onWaiting(int slot, long nanos) {
        for (SampleListener listener : listeners) {
            listener.onWaiting(slot, nanos);
        }
    }

    @Override
    public void onStage(int first, long nanos) {
        for (SampleListener listener : listeners) {
            listener.onStage(first, nanos);
        }
    }

    @Override
    public void onTransaction(int from, Transaction.Outcome outcome, long nanos) {
        for (SampleListener listener : listeners) {
            listener.onTransaction(from, outcome, nanos);
        }
    }

    @Override
    public void onEnd(EventOutcome outcome, long nanos) {
        for (SampleListener listener : listeners) {
            listener.onEnd(outcome, nanos);
        }
    }
}
