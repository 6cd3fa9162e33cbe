package io.concor.experiments.report;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.result.Equations;
import io.concor.experiments.result.RequestCost;
import io.concor.experiments.testbed.SampleVariant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Tables of the cost of a request at a constant rate: CPU time of the application, and latency.
 *
 * @param cases results of all cases
 */
record RequestCostTable(List<CaseResult> cases) {

    String cpu() {
        MarkdownTable table = new MarkdownTable(header(
                "CPU µs per request",
                "requests per second",
                List.of("deviation without sampling", "deviation with sampling", "JIT compilers, not included")));
        measured().forEach(result -> table.row(cpu(result)));
        return table.markdown();
    }

    String latency() {
        MarkdownTable table = new MarkdownTable(header(
                "p50 / p99 in ms",
                "requests per second",
                List.of("the simulator's own lateness, p99", "not completed")));
        measured().forEach(result -> table.row(latency(result)));
        return table.markdown();
    }

    private List<CaseResult> measured() {
        return cases.stream().filter(CaseResult::hasCosts).toList();
    }

    private static List<String> header(String first, String second, List<String> last) {
        List<String> header = new ArrayList<>(List.of(first, second));
        Arrays.stream(SampleVariant.values()).map(SampleVariant::title).forEach(header::add);
        header.addAll(last);
        return header;
    }

    private static List<String> cpu(CaseResult result) {
        List<String> row = row(result, variant -> NumberFormats.range(result.costs(variant, RequestCost::cpuMicros)));
        row.add(deviation(result, SampleVariant.OFF));
        row.add(deviation(result, SampleVariant.SAMPLED));
        row.add(each(
                variant -> NumberFormats.whole(Equations.average(result.costs(variant, RequestCost::compilerMicros)))));
        return row;
    }

    private static String deviation(CaseResult result, SampleVariant variant) {
        return NumberFormats.deviation(
                result.costs(variant, RequestCost::cpuMicros),
                result.costs(SampleVariant.PLAIN, RequestCost::cpuMicros));
    }

    private static List<String> latency(CaseResult result) {
        List<String> row = row(
                result,
                variant -> NumberFormats.millis(result.costs(variant, RequestCost::p50Micros)) + " / "
                        + NumberFormats.millis(result.costs(variant, RequestCost::p99Micros)));
        row.add(NumberFormats.millis(Arrays.stream(SampleVariant.values())
                .flatMap(variant -> result.costs(variant, RequestCost::late99Micros).stream())
                .toList()));
        row.add(each(variant -> NumberFormats.whole(sum(result.costs(variant, RequestCost::notCompleted)))));
        return row;
    }

    /** Returns a figure for each variant. */
    private static String each(Function<SampleVariant, String> figure) {
        return Arrays.stream(SampleVariant.values()).map(figure).collect(Collectors.joining(", "));
    }

    private static List<String> row(CaseResult result, Function<SampleVariant, String> cell) {
        List<String> row = new ArrayList<>(List.of(
                result.title(),
                NumberFormats.whole(
                        result.costs(SampleVariant.PLAIN, RequestCost::rate).get(0))));
        Arrays.stream(SampleVariant.values()).map(cell).forEach(row::add);
        return row;
    }

    private static double sum(List<Double> figures) {
        return figures.stream().mapToDouble(Double::doubleValue).sum();
    }
}
