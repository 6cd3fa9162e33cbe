package io.concor.benchmarks.report;

import io.concor.benchmarks.jmh.CpuProfiler;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One benchmark of JMH with one set of parameters.
 *
 * @param row the row that it fills
 * @param benchmark its class
 * @param parameters its parameters
 */
record JmhTrial(String row, Class<?> benchmark, Map<String, String> parameters) implements Trial {

    static final String SCORE = "score";
    static final String CPU = "cpu";
    static final String BYTES = "gc.alloc.rate.norm";

    @Override
    public Map<String, Map<String, Double>> run(Effort effort) {
        try {
            Collection<RunResult> results = new Runner(options(effort)).run();
            return Map.of(row, figures(results.iterator().next()));
        } catch (RunnerException failed) {
            throw new IllegalStateException("%s %s failed".formatted(benchmark.getSimpleName(), parameters), failed);
        }
    }

    private Options options(Effort effort) {
        TimeValue time = TimeValue.milliseconds(effort.iterationMillis());
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("\\." + benchmark.getSimpleName() + "\\.")
                .forks(effort.forked() ? 1 : 0)
                .jvmArgs(Java.HEAP)
                .warmupIterations(effort.warmUps())
                .warmupTime(time)
                .measurementIterations(effort.iterations())
                .measurementTime(time)
                .timeout(TimeValue.minutes(2))
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true);
        parameters.forEach(options::param);
        return options.build();
    }

    private static Map<String, Double> figures(RunResult result) {
        Map<String, Double> figures = new HashMap<>();
        figures.put(SCORE, result.getPrimaryResult().getScore());
        result.getSecondaryResults().forEach((label, figure) -> put(figures, label, figure));
        return figures;
    }

    private static void put(Map<String, Double> figures, String label, Result<?> figure) {
        if (label.equals(CPU) || label.equals(BYTES)) {
            figures.put(label, figure.getScore());
        }
    }
}
