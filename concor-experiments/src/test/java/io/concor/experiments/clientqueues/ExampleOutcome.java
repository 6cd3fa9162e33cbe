package io.concor.experiments.clientqueues;

import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.queues.CallStatistics;
import io.concor.simulator.queues.QueuesOutcome;
import io.concor.simulator.queues.QueuesStatistics;
import io.concor.simulator.queues.check.DeliveryResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Outcomes of clients that have sent 1,000 requests in ten seconds and received 100 messages. */
public final class ExampleOutcome {

    private ExampleOutcome() {}

    /** Returns one in which all is well. */
    public static QueuesOutcome correct(long p99Micros) {
        return of(p99Micros, 0, Map.of());
    }

    public static QueuesOutcome of(long p99Micros, int lost, Map<String, Long> errors) {
        LatencySummary latencies = new LatencySummary(1, p99Micros / 2, p99Micros / 2, p99Micros, p99Micros, p99Micros);
        return new QueuesOutcome(
                Instant.EPOCH,
                new QueuesStatistics(
                        10,
                        100,
                        latencies,
                        Map.of("send", new CallStatistics(1000, 100, latencies)),
                        errors,
                        List.of()),
                0.1,
                true,
                new DeliveryResult(
                        100, 100 - lost, lost, 0, 0, 0, 0, 0, 0, lost == 0 ? List.of() : List.of("lost: one")),
                null);
    }
}
