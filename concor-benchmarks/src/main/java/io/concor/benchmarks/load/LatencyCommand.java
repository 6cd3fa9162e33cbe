package io.concor.benchmarks.load;

import io.concor.benchmarks.pipeline.DelayedClient;
import io.concor.benchmarks.pipeline.Instrumentation;
import io.concor.benchmarks.pipeline.Pipeline;
import io.concor.benchmarks.pipeline.Variant;
import io.concor.simulator.OptionValidator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Latency and CPU at a fixed rate, from when an event was due until it has left. */
@Command(
        name = "latency",
        description = "Latency, CPU and bytes per event at a fixed rate.",
        mixinStandardHelpOptions = true)
public final class LatencyCommand extends LoadCommand {

    private static final int BATCH = 1_000;
    private static final long NANOS = 1_000_000_000;

    @Option(
            names = "--shape",
            defaultValue = "STAGES",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private LoadShape shape = LoadShape.STAGES;

    @Option(
            names = "--variant",
            defaultValue = "concor",
            description = "Who does it: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Variant variant = Variant.CONCOR;

    @Option(
            names = "--instrumentation",
            defaultValue = "none",
            description = "How it is measured by itself: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Instrumentation instrumentation = Instrumentation.NONE;

    @Option(names = "--rate", defaultValue = "2000", description = "Events per second (default: ${DEFAULT-VALUE}).")
    private int rate = 2_000;

    @Option(
            names = "--seconds",
            defaultValue = "10",
            description = "How long it is measured (default: ${DEFAULT-VALUE}).")
    private double seconds = 10;

    @Option(
            names = "--warm-up",
            defaultValue = "3",
            description = "How many seconds it runs as fast as it can before (default: ${DEFAULT-VALUE}).")
    private double warmUp = 3;

    @Option(names = "--park", description = "Park between events, to measure CPU; otherwise spin, to measure latency.")
    private boolean park;

    @Override
    void check(OptionValidator validator) {
        validator.requireBetween("--rate", rate, 1, MOST_RATE);
        validator.requireBetween("--seconds", seconds, 0.1, MOST_SECONDS);
        validator.requireBetween("--warm-up", warmUp, 0, MOST_SECONDS);
        check(validator, variant, shape.shape((event, done) -> {}));
        if (!variant.suits(instrumentation)) {
            throw validator.invalid("--instrumentation is %s: only Concor samples, --variant %s does not"
                    .formatted(instrumentation, variant));
        }
    }

    @Override
    List<LoadResult> measure() {
        Map<String, String> parameters = Map.of(
                "shape", shape.name(),
                "variant", variant.toString(),
                "instrumentation", instrumentation.toString(),
                "rate", Integer.toString(rate));
        return List.of(LoadResult.of("latency", parameters, figures()));
    }

    private Map<String, Double> figures() {
        LatencySink sink = new LatencySink();
        try (DelayedClient client = new DelayedClient();
                Pipeline pipeline = variant.open(shape.shape(client).endingIn(sink), instrumentation)) {
            EventPacer pace = new EventPacer(pipeline::send, !park);
            warmUp(pace, sink);
            return measure(pace, sink);
        }
    }

    private void warmUp(EventPacer pace, LatencySink sink) {
        long end = System.nanoTime() + (long) (warmUp * NANOS);
        do {
            pace.sendAtOnce(BATCH);
            sink.await(pace.sent());
        } while (System.nanoTime() < end);
    }

    private Map<String, Double> measure(EventPacer pace, LatencySink sink) {
        long events = Math.max(1, (long) (seconds * rate));
        ResourceUsage usage = new ResourceUsage();
        long start = System.nanoTime();
        pace.send(events, rate, start);
        sink.await(pace.sent());
        long took = System.nanoTime() - start;
        Map<String, Double> measured = new TreeMap<>(usage.perEvent(events));
        measured.putAll(sink.micros());
        measured.put("eventsPerSecond", (double) events * NANOS / took);
        return measured;
    }
}
