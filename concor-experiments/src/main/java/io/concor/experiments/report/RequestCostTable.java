package io.concor.experiments.report;

import io.concor.benchmarks.report.TableColumns;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.result.Equations;
import io.concor.experiments.result.RequestCost;
import io.concor.experiments.testbed.SampleVariant;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Tables of the cost of a request at a constant rate: CPU time of the application, and latency.
 *
 * @param cases results of all cases
 */
record RequestCostTable(List<CaseResult> cases) {

    String cpu() {
        return columns(
                        "CPU µs per request",
                        (result, variant) -> NumberFormats.range(result.costs(variant, RequestCost::cpuMicros)))
                .column("deviation without sampling", result -> deviation(result, SampleVariant.OFF))
                .column("deviation with sampling", result -> deviation(result, SampleVariant.SAMPLED))
                .column(
                        "JIT compilers, not included",
                        result -> each(variant -> NumberFormats.whole(
                                Equations.average(result.costs(variant, RequestCost::compilerMicros)))))
                .markdown(measured());
    }

    String latency() {
        return columns(
                        "p50 / p99 in ms",
                        (result, variant) -> NumberFormats.millis(result.costs(variant, RequestCost::p50Micros)) + " / "
                                + NumberFormats.millis(result.costs(variant, RequestCost::p99Micros)))
                .column("the simulator's own lateness, p99", RequestCostTable::lateness)
                .column(
                        "not completed",
                        result -> each(
                                variant -> NumberFormats.whole(sum(result.costs(variant, RequestCost::notCompleted)))))
                .markdown(measured());
    }

    private List<CaseResult> measured() {
        return cases.stream().filter(CaseResult::hasCosts).toList();
    }

    /** Returns the columns of the case, its rate and a figure of each variant. */
    private static TableColumns<CaseResult> columns(
            String first, BiFunction<CaseResult, SampleVariant, String> figure) {
        TableColumns<CaseResult> columns = new TableColumns<CaseResult>()
                .column(first, CaseResult::title)
                .column(
                        "requests per second",
                        result -> NumberFormats.whole(result.costs(SampleVariant.PLAIN, RequestCost::rate)
                                .get(0)));
        for (SampleVariant variant : SampleVariant.values()) {
            columns.column(variant.title(), result -> figure.apply(result, variant));
        }
        return columns;
    }

    private static String lateness(CaseResult result) {
        return NumberFormats.millis(Arrays.stream(SampleVariant.values())
                .flatMap(variant -> result.costs(variant, RequestCost::late99Micros).stream())
                .toList());
    }

    private static String deviation(CaseResult result, SampleVariant variant) {
        return NumberFormats.deviation(
                result.costs(variant, RequestCost::cpuMicros),
                result.costs(SampleVariant.PLAIN, RequestCost::cpuMicros));
    }

    /** Returns a figure for each variant. */
    private static String each(Function<SampleVariant, String> figure) {
        return Arrays.stream(SampleVariant.values()).map(figure).collect(Collectors.joining(", "));
    }

    private static double sum(List<Double> figures) {
        return figures.stream().mapToDouble(Double::doubleValue).sum();
    }
}
