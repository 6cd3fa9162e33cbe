package io.concor.diagnosis.simulation;

/** How events arrive. */
public sealed interface Load {

    /**
     * Events arrive at random times, whether the flow admits them or not.
     *
     * @param perSecond the average rate, above 0
     */
    record Rate(double perSecond) implements Load {}

    /**
     * More events wait for admission than the flow can handle.
     *
     * @param callers number of threads that bring events; each runs the components before the first filled slot
     */
    record Saturated(int callers) implements Load {

        /** One thread brings the events. */
        public Saturated() {
            this(1);
        }
    }
}
