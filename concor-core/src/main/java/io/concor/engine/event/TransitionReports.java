package io.concor.engine.event;

import java.util.concurrent.atomic.LongAdder;

/** Counts and logs what transition tasks do that leaves their events as they are. Thread-safe. */
public final class TransitionReports {

    private final UnhandledErrors lateErrors;
    /** Apart, so that the timeouts of the same events do not suppress its reports. */
    private final UnhandledErrors failedEndActions;

    private final LongAdder ignoredContinuations = new LongAdder();

    public TransitionReports(UnhandledErrors lateErrors, UnhandledErrors failedEndActions) {
        this.lateErrors = lateErrors;
        this.failedEndActions = failedEndActions;
    }

    /** A continuation was called after the event had been decided. */
    void continuationIgnored() {
        ignoredContinuations.increment();
    }

    public long ignoredContinuations() {
        return ignoredContinuations.sum();
    }

    /** A transition task has thrown after its continuation was called, which has decided the event. */
    void lateError(int component, Throwable thrown) {
        ignoredContinuations.increment();
        lateErrors.reportLate(component, thrown);
    }

    /** An action that a transition task registered for the end of an event has thrown. */
    void endActionFailed(int component, Throwable failure) {
        failedEndActions.reportEndAction(component, failure);
    }
}
