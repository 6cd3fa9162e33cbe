package io.concor.autoconfigure.propagation;

import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An event that records the values that its tasks see. */
record RecordingEvent(String name, Collection<String> seen) {

    RecordingEvent(String name) {
        this(name, new ConcurrentLinkedQueue<>());
    }

    RecordingEvent note(String what) {
        seen.add(what);
        return this;
    }

    /** Carries the event to the catch component, which receives the error only. */
    static final class Derailed extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient RecordingEvent journey;

        Derailed(RecordingEvent journey) {
            this.journey = journey;
        }

        RecordingEvent journey() {
            return journey;
        }
    }
}
