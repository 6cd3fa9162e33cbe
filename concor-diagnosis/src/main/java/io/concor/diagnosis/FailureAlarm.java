package io.concor.diagnosis;

import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The alarm of one flow that its events fail, independent of what limits it: raised when it becomes failing, cleared when
 * it no longer is. A change of the layout does not end it. For one thread.
 */
final class FailureAlarm {

    private final FailureTracker tracker;
    private final AlarmListener listener;
    private @Nullable Verdict raised;

    FailureAlarm(FailureTracker tracker, AlarmListener listener) {
        this.tracker = tracker;
        this.listener = listener;
    }

    /** Takes a second into account. A flow that was stopped is not failing: its events end with the stop. */
    void add(FlowWindow second, BooleanSupplier running, Instant now) {
        tracker.add(second, now);
        if (isFailing() && !running.getAsBoolean()) {
            tracker.forget();
        }
    }

    boolean isFailing() {
        return tracker.failure().isPresent();
    }

    /** Returns the verdict with what fails, and raises or clears the alarm. */
    Verdict show(Verdict limit) {
        Verdict shown = tracker.failure().map(limit::failing).orElse(limit);
        if (shown.failure() == null) {
            end();
        } else if (raised == null) {
            raised = shown;
            listener.onFailing(shown);
        }
        return shown;
    }

    /** The flow is closed. */
    void clear() {
        tracker.forget();
        end();
    }

    private void end() {
        Verdict before = raised;
        if (before != null) {
            raised = null;
            listener.onFailureEnded(before);
        }
    }
}
