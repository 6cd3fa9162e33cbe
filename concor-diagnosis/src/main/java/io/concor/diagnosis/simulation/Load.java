package io.concor.diagnosis.simulation;

/** How events arrive. */
public sealed interface Load {

    /** Returns the largest number of events that end per second in the long run; infinite if the flow decides. */
    double most();

    /**
     * Events arrive at random times, whether the flow admits them or not.
     *
     * @param perSecond the average rate, above 0
     * @param dispersion how irregularly: the variance of the number of arrivals divided by its mean, 0 at a regular pace, 1
     *     for independent senders, more for bursts
     */
    record Rate(double perSecond, double dispersion) implements Load {

        /** Many independent senders bring the events. */
        public Rate(double perSecond) {
            this(perSecond, 1);
        }

        @Override
        public double most() {
            return perSecond;
        }
    }

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

        @Override
        public double most() {
            return Double.POSITIVE_INFINITY;
        }
    }
}
