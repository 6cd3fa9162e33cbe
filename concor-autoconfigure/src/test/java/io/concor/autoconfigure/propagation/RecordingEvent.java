package io.concor.autoconfigure.propagation;

import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An event that notes what is seen where it comes by. */
record RecordingEvent(String name, Collection<String> seen) {

    RecordingEvent(String name) {
        this(name, new ConcurrentLinkedQueue<>());
    }

    RecordingEvent note(String what) {
        seen.add(what);
        return this;
    }

    /** Takes the event to the catch component, which is given the error alone. */
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
