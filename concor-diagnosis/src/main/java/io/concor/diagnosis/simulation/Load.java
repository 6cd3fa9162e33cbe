package io.concor.diagnosis.simulation;

import java.util.List;

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

        @Override
        public double most() {
            return perSecond;
        }
    }

    /**
     * Events arrive in bursts that were measured, and come again and again in the same order.
     *
     * @param intervals how many events arrive in which time; at least one of them contains events
     */
    record Bursts(List<Interval> intervals) implements Load {

        private static final double NANOS_PER_SECOND = 1e9;

        /** Copies the list. */
        public Bursts {
            intervals = List.copyOf(intervals);
            if (intervals.stream().noneMatch(interval -> interval.events() > 0)) {
                throw new IllegalArgumentException("no interval contains events");
            }
        }

        /**
         * A part of the time.
         *
         * @param nanos its length, above 0
         * @param events how many arrive in it, also a part of one
         */
        public record Interval(double nanos, double events) {}

        /** Returns the average rate. */
        public double perSecond() {
            return NANOS_PER_SECOND
                    * intervals.stream().mapToDouble(Interval::events).sum()
                    / intervals.stream().mapToDouble(Interval::nanos).sum();
        }

        /** Returns the same bursts at another average rate. */
        public Bursts at(double wantedPerSecond) {
            double factor = wantedPerSecond / perSecond();
            return new Bursts(intervals.stream()
                    .map(interval -> new Interval(interval.nanos(), factor * interval.events()))
                    .toList());
        }

        @Override
        public double most() {
            return perSecond();
        }
    }

    /**
     * More events wait for admission than the flow can handle.
     *
     * @param callers number of threads that bring events; each runs the components before the first filled slot
     */
    record Saturated(int callers) implements Load {

        @Override
        public double most() {
            return Double.POSITIVE_INFINITY;
        }
    }
}
