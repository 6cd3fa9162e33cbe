package io.concor.benchmarks.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What a request costs at a constant rate: CPU time of the application's process, and latency.
 *
 * @param cases all that were measured
 */
record CostTable(List<CaseResult> cases) {

    private static final double MICROS_PER_MILLI = 1000;

    String cpu() {
        Grid grid = new Grid(header(
                "CPU µs per request",
                "requests per second",
                List.of("deviation without sampling", "deviation with sampling")));
        measured().forEach(result -> grid.row(cpu(result)));
        return grid.markdown();
    }

    String latency() {
        Grid grid = new Grid(
                header("p50 / p99 in ms", "requests per second", List.of("of it the simulator's own lateness, p99")));
        measured().forEach(result -> grid.row(latency(result)));
        return grid.markdown();
    }

    private List<CaseResult> measured() {
        return cases.stream()
                .filter(result -> !result.costs(Variant.PLAIN, Cost::rate).isEmpty())
                .toList();
    }

    private static List<String> header(String first, String second, List<String> last) {
        List<String> header = new ArrayList<>(List.of(first, second));
        Arrays.stream(Variant.values()).map(Variant::title).forEach(header::add);
        header.addAll(last);
        return header;
    }

    private static List<String> cpu(CaseResult result) {
        List<String> row = row(result, variant -> Numbers.range(result.costs(variant, Cost::cpuMicros)));
        double base = average(result, Variant.PLAIN, Cost::cpuMicros);
        row.add(Numbers.percent(Equations.deviation(average(result, Variant.OFF, Cost::cpuMicros), base)));
        row.add(Numbers.percent(Equations.deviation(average(result, Variant.SAMPLED, Cost::cpuMicros), base)));
        return row;
    }

    private static List<String> latency(CaseResult result) {
        List<String> row = row(
                result,
                variant -> millis(result, variant, Cost::p50Micros) + " / " + millis(result, variant, Cost::p99Micros));
        row.add(millis(result, Variant.PLAIN, Cost::late99Micros));
        return row;
    }

    private static String millis(CaseResult result, Variant variant, ToDoubleFunction<Cost> micros) {
        return Numbers.fraction(average(result, variant, micros) / MICROS_PER_MILLI);
    }

    private static List<String> row(CaseResult result, Function<Variant, String> cell) {
        List<String> row =
                new ArrayList<>(List.of(result.title(), Numbers.whole(average(result, Variant.PLAIN, Cost::rate))));
        Arrays.stream(Variant.values()).map(cell).forEach(row::add);
        return row;
    }

    private static double average(CaseResult result, Variant variant, ToDoubleFunction<Cost> figure) {
        return Equations.average(result.costs(variant, figure));
    }
}
