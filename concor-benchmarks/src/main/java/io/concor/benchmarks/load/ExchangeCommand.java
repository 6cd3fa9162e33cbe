package io.concor.benchmarks.load;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
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

/** Case (g): the output of a flow while its layout changes, beside that of the same run while it does not. */
@Command(
        name = "exchange",
        description = "Changes the layout of a flow under load and looks for a dent in the output.",
        mixinStandardHelpOptions = true)
public final class ExchangeCommand extends LoadCommand {

    private static final int WARM_UP = 2_000_000;

    /** Until then the JIT makes the code of a change, and of the flow around it, anew. */
    private static final int WARM_UP_ROUNDS = 4;

    @Option(names = "--rate", defaultValue = "100000", description = "Events per second (default: ${DEFAULT-VALUE}).")
    private int rate = 100_000;

    @Option(
            names = "--rounds",
            defaultValue = "10",
            description =
                    "How often each change is made, after at most 4 times to warm up (default: ${DEFAULT-VALUE}).")
    private int rounds = 10;

    @Option(
            names = "--pause-millis",
            defaultValue = "300",
            description = "Milliseconds from one change to the next (default: ${DEFAULT-VALUE}).")
    private int pauseMillis = 300;

    @Override
    void check(OptionValidator validator) {
        validator.requireBetween("--rate", rate, 1, MOST_RATE);
        validator.requireBetween("--rounds", rounds, 1, 1_000);
        validator.requireBetween("--pause-millis", pauseMillis, 1, 60_000);
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos(rounds));
        if (seconds > MOST_SECONDS) {
            throw validator.invalid("--rounds is %d and --pause-millis is %d, which takes %d s: at most %d s"
                    .formatted(rounds, pauseMillis, seconds, MOST_SECONDS));
        }
    }

    @Override
    List<LoadResult> measure() {
        int warmUpRounds = Math.min(rounds, WARM_UP_ROUNDS);
        ThroughputSink timeline = new ThroughputSink((int) (nanos(rounds) / ThroughputSink.WINDOW_NANOS) + 1_000);
        Manager manager = new Manager();
        try (Flow<Event, Event> flow = flow(timeline)) {
            manager.register(flow);
            EventPacer pace = new EventPacer(flow::apply, false);
            timeline.start(System.nanoTime());
            pace.sendAtOnce(WARM_UP * rounds / 10);
            timeline.await(pace.sent());
            Map<LayoutChange, Map<String, Double>> figures =
                    drive(pace, timeline, manager, warmUpRounds).first();
            System.gc(); // a collection of what the start has left is not one of the changes
            drive(pace, timeline, manager, rounds).results().forEach((change, measured) -> figures.computeIfAbsent(
                            change, missing -> new TreeMap<>())
                    .putAll(measured));
            return figures.entrySet().stream()
                    .map(change -> LoadResult.of(
                            "exchange", Map.of("change", change.getKey().toString()), change.getValue()))
                    .toList();
        }
    }

    private long nanos(int times) {
        return (times * LayoutChange.values().length + 2L) * pauseMillis * 1_000_000;
    }

    private static Flow<Event, Event> flow(ThroughputSink timeline) {
        return Flows.<Event>create(ThroughputSink.FLOW)
                .join(JoinSettings.single().capacity(Shape.CAPACITY))
                .map((Event event) -> event, "task-0")
                .noJoin()
                .map((Event event) -> event, "task-1")
                .join(JoinSettings.fixed(2).capacity(Shape.CAPACITY))
                .map((Event event) -> event, "task-2")
                .join(JoinSettings.single().capacity(Shape.CAPACITY))
                .map(timeline::accept, "task-3")
                .maxInFlight(4 * Shape.CAPACITY)
                .timeout(Duration.ofHours(1))
                .sampling(new Sampling(false, 3, 128))
                .build();
    }

    private ChangeImpact drive(EventPacer pace, ThroughputSink timeline, Manager manager, int times) {
        ChangeImpact dents = new ChangeImpact(timeline);
        LayoutChangeRunner changer = new LayoutChangeRunner(manager, dents, times, pauseMillis * 1_000_000L);
        long events = nanos(times) / 1_000 * rate / 1_000_000;
        long before = pace.sent();
        long start = System.nanoTime();
        timeline.start(start);
        Thread changing = new Thread(() -> changer.run(start), "changer");
        changing.start();
        pace.send(events, rate, start);
        timeline.await(before + events);
        requireAll(events, start, timeline);
        changer.await(changing);
        return dents;
    }

    private void requireAll(long events, long start, ThroughputSink timeline) {
        long expected = 0;
        for (long i = 0; i < events; i++) {
            expected += start + i * 1_000_000_000 / rate;
        }
        if (timeline.sum() != expected) {
            throw new IllegalStateException(
                    "Flow %s: what came out is not what went in (checksum %d instead of %d); an event was lost or repeated"
                            .formatted(ThroughputSink.FLOW, timeline.sum(), expected));
        }
    }
}
