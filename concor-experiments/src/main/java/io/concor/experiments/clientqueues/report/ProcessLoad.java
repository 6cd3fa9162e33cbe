package io.concor.experiments.clientqueues.report;

import io.concor.simulator.queues.CallStatistics;
import io.concor.simulator.queues.QueuesOutcome;
import io.concor.simulator.queues.QueuesResult;
import io.concor.simulator.queues.QueuesSecond;
import io.concor.simulator.queues.QueuesStatistics;
import io.concor.simulator.queues.check.DeliveryResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The load of the clients of one process.
 *
 * @param start start of the counted part
 * @param statistics its requests and latencies
 * @param processors processors that the process used on average
 * @param deliveries what the check of the messages found
 */
record ProcessLoad(Instant start, QueuesStatistics statistics, double processors, DeliveryResult deliveries) {

    private static final double MILLIS_PER_SECOND = 1000;

    static ProcessLoad of(QueuesOutcome outcome) {
        return new ProcessLoad(outcome.start(), outcome.statistics(), outcome.processors(), outcome.deliveries());
    }

    static ProcessLoad of(QueuesResult result) {
        return new ProcessLoad(
                Instant.parse(result.started()), result.account(), result.processors(), result.deliveries());
    }

    Instant end() {
        return start.plusMillis(Math.round(statistics.seconds() * MILLIS_PER_SECOND));
    }

    /** Returns the seconds of the counted part. */
    List<QueuesSecond> counted() {
        return statistics.timeline().stream()
                .filter(second -> second.second() >= 0 && second.second() < statistics.seconds())
                .toList();
    }

    /** Returns the requests per second of the seconds that begin between two times, to the nearest second. */
    double requestsPerSecond(Instant from, Instant to) {
        long first = Math.round(Duration.between(start, from).toMillis() / MILLIS_PER_SECOND);
        long last = Math.round(Duration.between(start, to).toMillis() / MILLIS_PER_SECOND);
        return counted().stream()
                .filter(second -> second.second() >= first && second.second() < last)
                .mapToLong(QueuesSecond::requests)
                .average()
                .orElse(0);
    }

    /** Returns the statistics of a call. Empty if there was none. */
    Optional<CallStatistics> call(String call) {
        return Optional.ofNullable(statistics.calls().get(call));
    }

    long errors() {
        return statistics.errors().values().stream().mapToLong(Long::longValue).sum();
    }
}
