package io.concor.engine.measure;

import io.concor.statistics.EventObservation;
import io.concor.statistics.EventObserver;
import io.concor.statistics.EventOutcome;
import io.concor.text.LogOnce;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps exceptions of an observer away from events, and logs the first one. */
final class GuardedEventObserver implements EventObserver {

    private static final Logger logger = LoggerFactory.getLogger(EventObserver.class);

    private final EventObserver observer;
    private final LogOnce failure = new LogOnce(logger, "Events could not be followed by {}");

    GuardedEventObserver(EventObserver observer) {
        this.observer = observer;
    }

    @Override
    public @Nullable EventObservation enter() {
        try {
            EventObservation observation = observer.enter();
            return observation == null ? null : new Guarded(observation);
        } catch (Throwable thrown) {
            failure.log(observer, thrown);
            return null;
        }
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (Throwable thrown) {
            failure.log(observer, thrown);
        }
    }

    /** Keeps exceptions of one observation away from its event. */
    private final class Guarded implements EventObservation {

        private final EventObservation observation;

        Guarded(EventObservation observation) {
            this.observation = observation;
        }

        @Override
        public void taskStarted(int component) {
            guarded(() -> observation.taskStarted(component));
        }

        @Override
        public void taskReturned(int component) {
            guarded(() -> observation.taskReturned(component));
        }

        @Override
        public void taskStopped(int component, @Nullable Throwable error) {
            guarded(() -> observation.taskStopped(component, error));
        }

        @Override
        public void waitStarted(int slot) {
            guarded(() -> observation.waitStarted(slot));
        }

        @Override
        public void waitStopped(int slot) {
            guarded(() -> observation.waitStopped(slot));
        }

        @Override
        public void ended(EventOutcome outcome, @Nullable Throwable error) {
            guarded(() -> observation.ended(outcome, error));
        }
    }
}
