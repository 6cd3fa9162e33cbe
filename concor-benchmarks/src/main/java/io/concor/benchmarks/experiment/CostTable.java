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

    String cpu() {
        Grid grid = new Grid(header(
                "CPU µs per request",
                "requests per second",
                List.of("deviation without sampling", "deviation with sampling")));
        measured().forEach(result -> grid.row(cpu(result)));
        return grid.markdown();
    }

    String latency() {
        Grid grid = new Grid(header(
                "p50 / p99 in ms",
                "requests per second",
                List.of("of it the simulator's own lateness, p99, all attempts")));
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
                variant -> Numbers.millis(result.costs(variant, Cost::p50Micros)) + " / "
                        + Numbers.millis(result.costs(variant, Cost::p99Micros)));
        row.add(Numbers.millis(Arrays.stream(Variant.values())
                .flatMap(variant -> result.costs(variant, Cost::late99Micros).stream())
                .toList()));
        return row;
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
