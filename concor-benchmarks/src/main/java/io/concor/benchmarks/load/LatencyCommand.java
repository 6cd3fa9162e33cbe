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

/** Measures latency and CPU at a fixed rate. Latency counts from when an event was due until it left. */
@Command(
        name = "latency",
        description = "Measures latency, CPU and allocated bytes per event at a fixed rate.",
        mixinStandardHelpOptions = true)
public final class LatencyCommand extends LoadCommand {

    private static final int BATCH = 1_000;
    private static final long NANOS = 1_000_000_000;

    @Option(
            names = "--shape",
            defaultValue = "STAGES",
            description = "Shape of the pipeline: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private LoadShape shape = LoadShape.STAGES;

    @Option(
            names = "--variant",
            defaultValue = "concor",
            description = "Implementation: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Variant variant = Variant.CONCOR;

    @Option(
            names = "--instrumentation",
            defaultValue = "defaults",
            description = "Instrumentation of the tasks: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Instrumentation instrumentation = Instrumentation.DEFAULTS;

    @Option(names = "--rate", defaultValue = "2000", description = "Events per second. Default: ${DEFAULT-VALUE}.")
    private int rate = 2_000;

    @Option(
            names = "--seconds",
            defaultValue = "10",
            description = "Seconds of the measurement. Default: ${DEFAULT-VALUE}.")
    private double seconds = 10;

    @Option(
            names = "--warm-up",
            defaultValue = "3",
            description = "Seconds of saturation before the measurement. Default: ${DEFAULT-VALUE}.")
    private double warmUp = 3;

    @Option(
            names = "--park",
            description = "Park between events to measure CPU. Without it the sender spins to measure latency.")
    private boolean park;

    @Override
    void check(OptionValidator validator) {
        validator.requireBetween("--rate", rate, 1, MAX_RATE);
        validator.requireBetween("--seconds", seconds, 0.1, MAX_SECONDS);
        validator.requireBetween("--warm-up", warmUp, 0, MAX_SECONDS);
        check(validator, variant, shape.shape((event, done) -> {}));
        if (!variant.suits(instrumentation)) {
            throw validator.invalid(
                    "--instrumentation is %s: --variant %s does not support it, only Concor supports sampling"
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
            EventPacer pacer = new EventPacer(pipeline::send, !park);
            warmUp(pacer, sink);
            return measure(pacer, sink);
        }
    }

    private void warmUp(EventPacer pacer, LatencySink sink) {
        long end = System.nanoTime() + (long) (warmUp * NANOS);
        do {
            pacer.sendAtOnce(BATCH);
            sink.await(pacer.sent());
        } while (System.nanoTime() < end);
    }

    private Map<String, Double> measure(EventPacer pacer, LatencySink sink) {
        long events = Math.max(1, (long) (seconds * rate));
        ResourceUsage usage = new ResourceUsage();
        long start = System.nanoTime();
        pacer.send(events, rate, start);
        sink.await(pacer.sent());
        long took = System.nanoTime() - start;
        Map<String, Double> measured = new TreeMap<>(usage.perEvent(events));
        measured.putAll(sink.micros());
        measured.putAll(pacer.lateMicros());
        measured.put("eventsPerSecond", (double) events * NANOS / took);
        return measured;
    }
}
