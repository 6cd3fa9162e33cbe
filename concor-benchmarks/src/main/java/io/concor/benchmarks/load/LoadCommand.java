package io.concor.benchmarks.load;

import io.concor.benchmarks.pipeline.Shape;
import io.concor.benchmarks.pipeline.Variant;
import io.concor.simulator.OptionValidator;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** A measurement in a JVM of its own: prints what it measured as one line of JSON. */
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
    public abstract Map<String, Double> measure();

    @Override
    public final Integer call() {
        check(new OptionValidator(spec));
        System.out.println(new JsonMapper().writeValueAsString(measure()));
        return 0;
    }
}
