package io.concor.benchmarks.load;

import io.concor.benchmarks.pipeline.Instrumentation;
import io.concor.benchmarks.pipeline.Pipeline;
import io.concor.benchmarks.pipeline.Variant;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shapes;
import io.concor.benchmarks.workload.Sink;
import io.concor.simulator.OptionValidator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the CPU usage of idle pipelines. Without pipelines it measures the JVM alone. */
@Command(
        name = "idle",
        description = "Measures the CPU usage of pipelines without events.",
        mixinStandardHelpOptions = true)
public final class IdleCommand extends LoadCommand {

    @Option(
            names = "--variant",
            defaultValue = "concor",
            description = "Implementation: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Variant variant = Variant.CONCOR;

    @Option(
            names = "--flows",
            defaultValue = "100",
            description = "Number of pipelines of four stages; 0 measures the JVM alone. Default: ${DEFAULT-VALUE}.")
    private int flows = 100;

    @Option(
            names = "--seconds",
            defaultValue = "10",
            description = "Duration of the measurement, after a warm-up of four times this duration. Default:"
                    + " ${DEFAULT-VALUE}.")
    private double seconds = 10;

    @Override
    void check(OptionValidator validator) {
        validator.requireBetween("--flows", flows, 0, 10_000);
        validator.requireBetween("--seconds", seconds, 0.1, MAX_SECONDS);
        check(validator, variant, Shapes.singles(4));
    }

    @Override
    List<LoadResult> measure() {
        List<Pipeline> pipelines = used();
        pause(4 * seconds); // until the JIT compiler has compiled the ticks of the clock
        ResourceUsage usage = new ResourceUsage();
        pause(seconds);
        double percent = usage.cpuPercent();
        pipelines.forEach(Pipeline::close);
        Map<String, String> parameters =
                Map.of("variant", flows == 0 ? "none" : variant.toString(), "flows", Integer.toString(flows));
        return List.of(LoadResult.of("idle", parameters, Map.of("cpuPercent", percent)));
    }

    /** Returns pipelines through which an event has passed. */
    private List<Pipeline> used() {
        List<Sink> sinks = Stream.generate(Sink::new).limit(flows).toList();
        List<Pipeline> pipelines = flows == 0
                ? List.of()
                : variant.openAll(
                        sinks.stream().map(Shapes.singles(4)::endingIn).toList(), Instrumentation.DEFAULTS);
        for (int i = 0; i < flows; i++) {
            pipelines.get(i).send(new Event());
            sinks.get(i).await(1);
        }
        return pipelines;
    }

    private static void pause(double seconds) {
        try {
            TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
