package io.concor.benchmarks.report;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** The aims of the engine with its starter's defaults, and one rule that judges them. */
final class Goals {

    private static final String CONCOR = "concor";
    private static final String SCORE = "score";
    private static final String CPU = "cpu";
    private static final String P99 = "p99Micros";

    /** A ring for each stage, whose consumers park. */
    private static final List<String> PARKING = List.of(
            "disruptor-blocking",
            "disruptor-lite",
            "disruptor-parking",
            "disruptor-parking-at-once",
            "disruptor-defaults");

    private static final List<Goal> ALL = List.of(
            new Goal(
                    "(a) 8 tasks: at most 1.2 × a loop over an array",
                    "fused",
                    SCORE,
                    CONCOR,
                    1.2,
                    false,
                    List.of("loop")),
            new Goal("(a) 32 tasks: at most 1.0 × the loop", "fused-32", SCORE, CONCOR, 1.0, false, List.of("loop")),
            new Goal(
                    "(b) saturated: at least the best Disruptor with a ring for each stage that parks",
                    "stages",
                    SCORE,
                    CONCOR,
                    1.0,
                    true,
                    PARKING),
            new Goal(
                    "(b) CPU for each event: at most 1.1 × such a Disruptor",
                    "stages",
                    CPU,
                    CONCOR,
                    1.1,
                    false,
                    PARKING),
            new Goal("(b) p99 at 2,000/s: at most 1.5 ×", "latency-2000", P99, CONCOR, 1.5, false, PARKING),
            new Goal("(b) p99 at 50,000/s: at most 1.1 ×", "latency-50000", P99, CONCOR, 1.1, false, PARKING),
            new Goal(
                    "(b) at least 2 × Reactor, 4,096 events inside",
                    "stages",
                    SCORE,
                    CONCOR,
                    2,
                    true,
                    List.of("reactor")),
            new Goal(
                    "(b) at least 2 × RxJava, 4,096 events inside",
                    "stages",
                    SCORE,
                    CONCOR,
                    2,
                    true,
                    List.of("rxjava")),
            new Goal(
                    "(b) at least 2 × Reactor, 1,024 events inside",
                    "stages",
                    SCORE,
                    "concor-default-bound",
                    2,
                    true,
                    List.of("reactor-default-bound")),
            new Goal(
                    "(b) at least 2 × RxJava, 1,024 events inside",
                    "stages",
                    SCORE,
                    "concor-default-bound",
                    2,
                    true,
                    List.of("rxjava-default-bound")),
            new Goal(
                    "(c) at least the best of queue, executor and `CompletableFuture`",
                    "workers",
                    SCORE,
                    CONCOR,
                    1.0,
                    true,
                    List.of("queue", "executor", "completable-future")),
            new Goal(
                    "(d) CPU at 5,000/s: at most 1.05 × the executor's",
                    "mo-flow-5000",
                    "cpuPercent",
                    CONCOR,
                    1.05,
                    false,
                    List.of("executor")),
            new Goal(
                    "(d) p99 at 5,000/s: no worse than the executor's",
                    "mo-flow-5000",
                    P99,
                    CONCOR,
                    1.0,
                    false,
                    List.of("executor")));

    private Goals() {}

    /** Returns the table of all aims, judged by raw results. */
    static String table(JsonNode raw) {
        return new TableColumns<Goal>()
                .column("aim", Goal::text)
                .column("median of the rounds (range)", goal -> goal.judge(raw).result())
                .column("", goal -> goal.judge(raw).verdict().toString())
                .markdown(ALL);
    }
}
