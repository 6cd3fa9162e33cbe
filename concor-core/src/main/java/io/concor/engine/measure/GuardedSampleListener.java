package io.concor.engine.measure;

import io.concor.Transaction;
import io.concor.statistics.EventOutcome;
import io.concor.statistics.SampleListener;
import io.concor.text.LogOnce;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps exceptions of a listener away from events, and logs the first one. */
final class GuardedSampleListener implements SampleListener {

    private static final Logger logger = LoggerFactory.getLogger(SampleListener.class);

    private final SampleListener listener;
    private final LogOnce failure = new LogOnce(logger, "A sample listener failed: {}");

    GuardedSampleListener(SampleListener listener) {
        this.listener = listener;
    }

    @Override
    public void onService(int component, long nanos) {
        guarded(() -> listener.onService(component, nanos));
    }

    @Override
    public void onWaiting(int slot, long nanos) {
        guarded(() -> listener.onWaiting(slot, nanos));
    }

    @Override
    public void onStage(int first, long nanos) {
        guarded(() -> listener.onStage(first, nanos));
    }

    @Override
    public void onEnd(EventOutcome outcome, long nanos) {
        guarded(() -> listener.onEnd(outcome, nanos));
    }

    @Override
    public void onTransaction(int from, Transaction.Outcome outcome, long nanos) {
        guarded(() -> listener.onTransaction(from, outcome, nanos));
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (Throwable thrown) {
            failure.log(listener, thrown);
        }
    }
}
