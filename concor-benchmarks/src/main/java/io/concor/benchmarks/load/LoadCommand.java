package io.concor.benchmarks.load;

import io.concor.benchmarks.pipeline.Variant;
import io.concor.benchmarks.workload.Shape;
import io.concor.simulator.OptionValidator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** A load in a JVM of its own: prints its results as JSON in the form of JMH. */
public abstract class LoadCommand implements Callable<Integer> {

    /** With these the nanosecond at which the last event is due can still be calculated. */
    static final int MOST_SECONDS = 600;

    static final int MOST_RATE = 10_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Refuses options that make no sense. */
    abstract void check(OptionValidator validator);

    static void check(OptionValidator validator, Variant variant, Shape shape) {
        if (!variant.suits(shape)) {
            throw validator.invalid("--variant is %s: with Java %d this can be run by %s"
                    .formatted(variant, Runtime.version().feature(), Variant.suiting(shape)));
        }
    }

    /** Measures. */
    abstract List<LoadResult> measure();

    @Override
    public final Integer call() {
        check(new OptionValidator(spec));
        spec.commandLine().getOut().println(new JsonMapper().writeValueAsString(measure()));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
