package io.concor.experiments.report;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.result.ConfidenceInterval;
import io.concor.experiments.result.CostResult;
import io.concor.experiments.result.CostRun;
import io.concor.experiments.result.CostVariant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Tables of the CPU time of a request at several loads.
 *
 * @param results results of all cases
 */
public record CostTable(List<CostResult> results) {

    private static final double MICROS_PER_MILLI = 1000;

    /** Returns the table of averages over all instances, with their commits. */
    public String loads() {
        MarkdownTable table = new MarkdownTable(
                "CPU µs per request",
                "load",
                "requests per second",
                "instances",
                CostVariant.TWIN.title(),
                CostVariant.TWIN_AGAIN.title(),
                CostVariant.OFF.title(),
                CostVariant.SAMPLED.title(),
                "the simulator's own lateness, p99 in ms");
        results.forEach(result -> result.loads().forEach(load -> table.row(row(result, load))));
        return table.markdown() + "\n" + origins();
    }

    private static List<String> row(CostResult result, int load) {
        List<CostRun> runs =
                result.runs().stream().filter(run -> run.loadPercent() == load).toList();
        return List.of(
                result.title(),
                load + " %",
                NumberFormats.whole(runs.get(0).cost().rate()),
                Integer.toString(result.figures(CostVariant.TWIN, load, CostTable::micros)
                        .size()),
                NumberFormats.interval(
                        ConfidenceInterval.of(result.figures(CostVariant.TWIN, load, CostTable::micros))),
                deviation(result, CostVariant.TWIN_AGAIN, load),
                deviation(result, CostVariant.OFF, load),
                deviation(result, CostVariant.SAMPLED, load),
                NumberFormats.millis(runs.stream().map(CostTable::lateness).toList()));
    }

    private static double micros(CostRun run) {
        return run.cost().cpuMicros();
    }

    private static double lateness(CostRun run) {
        return run.lateness().p99Micros();
    }

    private static String deviation(CostResult result, CostVariant variant, int load) {
        List<Double> deviations = result.deviations(variant, load);
        return deviations.isEmpty() ? "" : NumberFormats.percent(ConfidenceInterval.of(deviations));
    }

    private String origins() {
        return results.stream().map(CostTable::origin).collect(Collectors.joining("\n"));
    }

    private static String origin(CostResult result) {
        return "* %s: commit %s, %s%s; %s; each %s. Completed by: %s.\n"
                .formatted(
                        result.title(),
                        result.commit(),
                        NumberFormats.day(result.ended()),
                        result.databaseVersion() == null ? "" : ", " + result.databaseVersion(),
                        String.join(", ", result.machine().values()),
                        result.timing().description(),
                        result.completedBy());
    }

    /** Returns the table of all instances, each with the interval of its windows. */
    String instances() {
        List<String> header = new ArrayList<>(List.of("CPU µs per request", "load", "instance"));
        Arrays.stream(CostVariant.values()).map(CostVariant::title).forEach(header::add);
        header.add("the simulator's own lateness, p99 / max in ms");
        MarkdownTable table = new MarkdownTable(header);
        results.forEach(result -> result.loads()
                .forEach(load -> result.instances().forEach(instance -> table.row(row(result, load, instance)))));
        return table.markdown();
    }

    private static List<String> row(CostResult result, int load, int instance) {
        List<String> row = new ArrayList<>(List.of(result.title(), load + " %", Integer.toString(instance)));
        for (CostVariant variant : CostVariant.values()) {
            row.add(result.run(variant, load, instance)
                    .map(run -> NumberFormats.interval(ConfidenceInterval.of(run.windowMicros())))
                    .orElse(""));
        }
        row.add(Arrays.stream(CostVariant.values())
                .flatMap(variant -> result.run(variant, load, instance).stream())
                .map(CostTable::late)
                .collect(Collectors.joining(", ")));
        return row;
    }

    private static String late(CostRun run) {
        return "%s / %s"
                .formatted(
                        NumberFormats.fraction(run.lateness().p99Micros() / MICROS_PER_MILLI),
                        NumberFormats.fraction(run.lateness().maxMicros() / MICROS_PER_MILLI));
    }
}
