package io.concor.autoconfigure.propagation;

import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An event that notes what is seen where it comes by. */
record Journey(String name, Collection<String> seen) {

    Journey(String name) {
        this(name, new ConcurrentLinkedQueue<>());
    }

    Journey note(String what) {
        seen.add(what);
        return this;
    }

    /** Takes the event to the catch component, which is given the error alone. */
    static final class Derailed extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient Journey journey;

        Derailed(Journey journey) {
            this.journey = journey;
        }

        Journey journey() {
            return journey;
        }
    }
}
