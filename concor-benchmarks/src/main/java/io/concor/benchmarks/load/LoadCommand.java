package io.concor.benchmarks.load;

import io.concor.simulator.Bounds;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** A measurement in a JVM of its own: prints what it measured as one line of JSON. */
public abstract class LoadCommand implements Callable<Integer> {

    static final int MOST_SECONDS = 24 * 60 * 60;
    static final int MOST_RATE = 100_000_000;

    @Spec
    private @Nullable CommandSpec spec;

    /** Refuses options that make no sense. */
    abstract void check(Bounds bounds);

    /** Measures. */
    public abstract Map<String, Double> measure();

    @Override
    public final Integer call() {
        check(new Bounds(Objects.requireNonNull(spec)));
        System.out.println(new JsonMapper().writeValueAsString(measure()));
        return 0;
    }
}
