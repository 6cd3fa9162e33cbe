package io.concor.benchmarks.load;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.benchmarks.starter.MeasuredFlows;
import io.concor.benchmarks.starter.Surroundings;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.manage.Manager;
import io.concor.simulator.OptionValidator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Case (g): compares the output of a flow around layout changes with its output in the same run without a change. */
@Command(
        name = "exchange",
        description = "Measures the throughput of a flow around layout changes under load.",
        mixinStandardHelpOptions = true)
public final class ExchangeCommand extends LoadCommand {

    private static final int WARM_UP = 2_000_000;

    /** Until then the JIT compiler recompiles the code of the changes and of the flow. */
    private static final int WARM_UP_ROUNDS = 4;

    @Option(names = "--rate", defaultValue = "100000", description = "Events per second. Default: ${DEFAULT-VALUE}.")
    private int rate = 100_000;

    @Option(
            names = "--rounds",
            defaultValue = "10",
            description = "Repetitions of each change, after up to 4 as warm-up. Default: ${DEFAULT-VALUE}.")
    private int rounds = 10;

    @Option(
            names = "--pause-millis",
            defaultValue = "300",
            description = "Milliseconds from one change to the next. Default: ${DEFAULT-VALUE}.")
    private int pauseMillis = 300;

    @Option(
            names = "--surroundings",
            defaultValue = "starter",
            description = "What surrounds the flow: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Surroundings surroundings = Surroundings.STARTER;

    @Override
    void check(OptionValidator validator) {
        validator.requireBetween("--rate", rate, 1, MAX_RATE);
        validator.requireBetween("--rounds", rounds, 1, 1_000);
        validator.requireBetween("--pause-millis", pauseMillis, 1, 60_000);
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos(rounds));
        if (seconds > MAX_SECONDS) {
            throw validator.invalid("--rounds is %d and --pause-millis is %d, which takes %d s: it must be at most %d s"
                    .formatted(rounds, pauseMillis, seconds, MAX_SECONDS));
        }
    }

    @Override
    List<LoadResult> measure() {
        int warmUpRounds = Math.min(rounds, WARM_UP_ROUNDS);
        ThroughputSink sink = new ThroughputSink((int) (nanos(rounds) / ThroughputSink.WINDOW_NANOS) + 1_000);
        Flow<Event, Event> flow = flow(sink);
        try (MeasuredFlows running = surroundings.start(List.of(flow))) {
            Manager manager = running.manager();
            EventPacer pacer = new EventPacer(flow::apply, false);
            sink.start(System.nanoTime());
            pacer.sendAtOnce(WARM_UP * rounds / 10);
            sink.await(pacer.sent());
            Map<LayoutChange, Map<String, Double>> figures =
                    drive(pacer, sink, manager, warmUpRounds).first();
            System.gc(); // the garbage of the warm-up is not collected during a change
            drive(pacer, sink, manager, rounds).results().forEach((change, measured) -> figures.computeIfAbsent(
                            change, missing -> new TreeMap<>())
                    .putAll(measured));
            return figures.entrySet().stream()
                    .map(change -> LoadResult.of(
                            "exchange",
                            Map.of(
                                    "surroundings",
                                    surroundings.toString(),
                                    "change",
                                    change.getKey().toString()),
                            change.getValue()))
                    .toList();
        }
    }

    private long nanos(int times) {
        return (times * LayoutChange.values().length + 2L) * pauseMillis * 1_000_000;
    }

    private Flow<Event, Event> flow(ThroughputSink sink) {
        return Flows.<Event>create(ThroughputSink.FLOW)
                .join(JoinSettings.single().capacity(Shape.CAPACITY))
                .map((Event event) -> event, "task-0")
                .noJoin()
                .map((Event event) -> event, "task-1")
                .join(JoinSettings.fixed(2).capacity(Shape.CAPACITY))
                .map((Event event) -> event, "task-2")
                .join(JoinSettings.single().capacity(Shape.CAPACITY))
                .map(sink::accept, "task-3")
                .maxInFlight(4 * Shape.CAPACITY)
                .timeout(Duration.ofHours(1))
                .sampling(surroundings.sampling())
                .build();
    }

    private ChangeImpact drive(EventPacer pacer, ThroughputSink sink, Manager manager, int times) {
        ChangeImpact impact = new ChangeImpact(sink);
        LayoutChangeRunner runner = new LayoutChangeRunner(manager, impact, times, pauseMillis * 1_000_000L);
        long events = nanos(times) / 1_000 * rate / 1_000_000;
        long before = pacer.sent();
        long start = System.nanoTime();
        sink.start(start);
        Thread changing = new Thread(() -> runner.run(start), "changer");
        changing.start();
        pacer.send(events, rate, start);
        sink.await(before + events);
        requireAll(events, start, sink);
        runner.await(changing);
        return impact;
    }

    private void requireAll(long events, long start, ThroughputSink sink) {
        long expected = 0;
        for (long i = 0; i < events; i++) {
            expected += start + i * 1_000_000_000 / rate;
        }
        if (sink.sum() != expected) {
            throw new IllegalStateException(
                    "Flow %s lost or repeated an event: the checksum of the output is %d instead of %d"
                            .formatted(ThroughputSink.FLOW, sink.sum(), expected));
        }
    }
}
