package io.concor.benchmarks.load;

import java.util.Map;
import java.util.concurrent.Callable;
import tools.jackson.databind.json.JsonMapper;

/** A measurement in a JVM of its own: prints what it measured as one line of JSON. */
public abstract class LoadCommand implements Callable<Integer> {

    /** Measures. */
    public abstract Map<String, Double> measure();

    @Override
    public final Integer call() {
        System.out.println(new JsonMapper().writeValueAsString(measure()));
        return 0;
    }
}
