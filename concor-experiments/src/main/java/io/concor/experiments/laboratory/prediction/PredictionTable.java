package io.concor.experiments.laboratory.prediction;

import io.concor.benchmarks.report.TableColumns;
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Shows predictions next to what was measured, and how well they agree. */
final class PredictionTable {

    private static final double PERCENT = 100;
    private static final double MICROS_PER_MILLI = 1_000;

    private PredictionTable() {}

    static String of(List<PredictionResult> results) {
        return new TableColumns<PredictionResult>()
                        .column("flow", PredictionResult::setup)
                        .column("events/s", result -> "%.0f".formatted(result.rate()))
                        .column("change", PredictionResult::change)
                        .column("before", result -> words(result.before()))
                        .column("predicted", result -> words(result.predicted()))
                        .column("measured", result -> words(result.measured()))
                        .column("error, events/s", result -> percent(result.throughputError()))
                        .column("error, p99", result -> percent(result.p99Error()))
                        .column("direction", result -> result.directionIsRight() ? "right" : "wrong")
                        .markdown(results)
                + "\n" + totals(results);
    }

    private static String words(Performance performance) {
        return "%.0f/s, %.1f ms"
                .formatted(performance.throughputPerSecond(), performance.p99Micros() / MICROS_PER_MILLI);
    }

    private static String percent(double share) {
        return "%.0f %%".formatted(PERCENT * share);
    }

    private static String totals(List<PredictionResult> results) {
        return "median error: throughput %s, p99 %s; direction right in %d of %d%n"
                .formatted(
                        percent(median(results, PredictionResult::throughputError)),
                        percent(median(results, PredictionResult::p99Error)),
                        results.stream()
                                .filter(PredictionResult::directionIsRight)
                                .count(),
                        results.size());
    }

    private static double median(List<PredictionResult> results, ToDoubleFunction<PredictionResult> figure) {
        double[] sorted = results.stream().mapToDouble(figure).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
