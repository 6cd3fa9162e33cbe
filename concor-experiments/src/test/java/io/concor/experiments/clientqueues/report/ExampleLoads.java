package io.concor.experiments.clientqueues.report;

import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.queues.CallStatistics;
import io.concor.simulator.queues.QueuesSecond;
import io.concor.simulator.queues.QueuesStatistics;
import io.concor.simulator.queues.check.DeliveryResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Loads and what servers report about them. */
final class ExampleLoads {

    static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    private static final double MICROS = 1000;

    private ExampleLoads() {}

    /** Returns a load of some seconds, and one second before and one after, with 90 requests in each of them. */
    static ProcessLoad load(int startSecond, int seconds, double meanMillis) {
        return load(startSecond, seconds, meanMillis, Map.of(), deliveries(10, 10));
    }

    static ProcessLoad load(
            int startSecond, int seconds, double meanMillis, Map<String, Long> errors, DeliveryResult deliveries) {
        List<QueuesSecond> timeline =
                IntStream.range(-1, seconds + 1).mapToObj(ExampleLoads::second).toList();
        LatencySummary latencies = latencies(meanMillis * MICROS);
        Map<String, CallStatistics> calls = Map.of(
                "send", new CallStatistics(30L * seconds, 30, latencies),
                "list", new CallStatistics(30L * seconds, 30, latencies),
                "receive", new CallStatistics(30L * seconds, 30, latencies));
        return new ProcessLoad(
                START.plusSeconds(startSecond),
                new QueuesStatistics(seconds, 90, latencies, calls, errors, timeline),
                0.5,
                deliveries);
    }

    private static QueuesSecond second(int second) {
        return new QueuesSecond(
                second,
                90,
                second == 2 ? 1 : 0,
                Map.of("send", 30L, "list", 30L, "receive", 30L),
                Map.of("send", 60_000L, "list", 30_000L, "receive", 90_000L),
                latencies(2000));
    }

    private static LatencySummary latencies(double meanMicros) {
        long mean = Math.round(meanMicros);
        return new LatencySummary(meanMicros, mean, mean, 2 * mean, 2 * mean, 3 * mean);
    }

    static DeliveryResult deliveries(long acknowledged, long received) {
        return new DeliveryResult(acknowledged, received, 0, 0, 0, 0, 0, 0, 0, List.of());
    }

    static ServerReport report(String verdict) {
        ServerCounters counters = new ServerCounters(60, 30, 15, 2, 1, 6, 600e6, 1000, 0.5);
        return new ServerReport(counters, 8, 20, 4, 2.5, 100, verdict);
    }

    /** Returns the result of loads that differ in their servers. */
    static Measurement measurement(int servers, int clients, double requestsPerSecond, double meanMillis) {
        ProcessLoad example = load(0, 10, meanMillis);
        QueuesStatistics statistics = example.statistics();
        ProcessLoad load = new ProcessLoad(
                START,
                new QueuesStatistics(
                        10,
                        requestsPerSecond,
                        statistics.latencies(),
                        statistics.calls(),
                        Map.of(),
                        statistics.timeline()),
                0.5,
                example.deliveries());
        LoadPoint point = new LoadPoint(servers, clients, 20, 0);
        return new Measurement(
                Bench.of(servers, List.of(point)),
                point,
                new LoadSummary(List.of(load)),
                report("healthy"),
                List.of("raw-" + servers + ".csv"));
    }
}
