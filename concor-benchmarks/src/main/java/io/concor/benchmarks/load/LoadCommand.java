package io.concor.benchmarks.load;

import io.concor.benchmarks.pipeline.Variant;
import io.concor.benchmarks.workload.Shape;
import io.concor.simulator.OptionValidator;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** Measures a load in this JVM and prints the results in JMH's JSON format. */
public abstract class LoadCommand implements Callable<Integer> {

    /** With these limits the nanosecond at which the last event is due fits into a long. */
    static final int MAX_SECONDS = 600;

    static final int MAX_RATE = 10_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Rejects invalid options. */
    abstract void check(OptionValidator validator);

    static void check(OptionValidator validator, Variant variant, Shape shape) {
        if (!variant.suits(shape)) {
            throw validator.invalid("--variant is %s: with Java %d the shape needs one of %s"
                    .formatted(variant, Runtime.version().feature(), Variant.suiting(shape)));
        }
    }

    /** Returns where to print what is not a result. */
    final PrintWriter errors() {
        return spec.commandLine().getErr();
    }

    /** Returns the results of the measurement. */
    abstract List<LoadResult> measure();

    @Override
    public final Integer call() {
        check(new OptionValidator(spec));
        spec.commandLine().getOut().println(new JsonMapper().writeValueAsString(measure()));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
