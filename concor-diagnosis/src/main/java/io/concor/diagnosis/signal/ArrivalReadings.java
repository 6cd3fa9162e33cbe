package io.concor.diagnosis.signal;

import io.concor.diagnosis.signal.ArrivalPattern.ArrivalCount;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * How many events have arrived at each reading. They arrive as irregularly as the variance of their number in the time between
 * two readings, divided by its mean: zero at
 * a regular pace, one for many independent senders, more for bursts (index of dispersion for counts; Fendick and Whitt,
 * Measurements and approximations to describe the offered traffic and predict the average workload in a single-server
 * queue, Proc. IEEE 77(1), 1989). Not thread-safe.
 */
final class ArrivalReadings {

    private static final int ENOUGH_READINGS = 5;
    private static final long ENOUGH_EVENTS = 10;

    private final List<Reading> readings = new ArrayList<>();

    private record Reading(long nanos, long arrived) {}

    /** @param arrived number of events that have arrived until now */
    void add(long nanos, long arrived) {
        readings.add(new Reading(nanos, arrived));
    }

    /** Returns empty readings whose first part begins with the last reading of these, so that no event is left out. */
    ArrivalReadings next() {
        ArrivalReadings next = new ArrivalReadings();
        if (!readings.isEmpty()) {
            next.readings.add(readings.get(readings.size() - 1));
        }
        return next;
    }

    ArrivalPattern pattern() {
        List<ArrivalCount> counts = IntStream.range(0, Math.max(0, readings.size() - 1))
                .mapToObj(i -> new ArrivalCount(nanosIn(i, i + 1), arrivedIn(i, i + 1)))
                .toList();
        return new ArrivalPattern(dispersionIfKnown(), counts);
    }

    private OptionalDouble dispersionIfKnown() {
        return readings.size() < ENOUGH_READINGS || arrivedIn(0, readings.size() - 1) < ENOUGH_EVENTS
                ? OptionalDouble.empty()
                : OptionalDouble.of(dispersion());
    }

    private double dispersion() {
        int last = readings.size() - 1;
        double perNano = (double) arrivedIn(0, last) / nanosIn(0, last);
        return IntStream.range(0, last)
                        .mapToDouble(i -> squaredDeviation(i, perNano * nanosIn(i, i + 1)))
                        .sum()
                / (last - 1);
    }

    /** Relative to the expected number, which is also the variance for independent senders. */
    private double squaredDeviation(int i, double expected) {
        double deviation = arrivedIn(i, i + 1) - expected;
        return deviation * deviation / expected;
    }

    private long arrivedIn(int from, int to) {
        return readings.get(to).arrived() - readings.get(from).arrived();
    }

    private long nanosIn(int from, int to) {
        return Math.max(1, readings.get(to).nanos() - readings.get(from).nanos());
    }
}
