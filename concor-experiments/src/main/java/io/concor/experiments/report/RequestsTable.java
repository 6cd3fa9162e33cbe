package io.concor.experiments.report;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.result.Attempt;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.result.Equations;
import io.concor.experiments.testbed.SampleVariant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Table 5-3: requests sent until the flow with the planted bottleneck broke, averages without sampling.
 *
 * @param cases results of the cases with a planted bottleneck
 */
record RequestsTable(List<CaseResult> cases) {

    private static final List<String> THESIS = List.of("thesis, case 1", "thesis, case 2");

    String markdown() {
        MarkdownTable table =
                new MarkdownTable(Stream.of(Stream.of(""), cases.stream().map(CaseResult::title), THESIS.stream())
                        .flatMap(Function.identity())
                        .toList());
        table.row(row("seconds until unstable", RequestsTable::seconds, "190", "150"));
        table.row(row("first rate", result -> (double) result.ramp().start(), "200", "300"));
        table.row(row("breaking point", result -> result.average(SampleVariant.OFF), "390", "450"));
        table.row(row("requests by equation 2", RequestsTable::requests, "56,050", "56,280"));
        table.row(row("requests counted", RequestsTable::counted, "", ""));
        return table.markdown();
    }

    private List<String> row(String name, Function<CaseResult, Double> figure, String thesisCase1, String thesisCase2) {
        Stream<String> ours = cases.stream().map(figure).map(NumberFormats::whole);
        return Stream.of(Stream.of(name), ours, Stream.of(thesisCase1, thesisCase2))
                .flatMap(Function.identity())
                .toList();
    }

    private static double seconds(CaseResult result) {
        return average(result, Attempt::seconds);
    }

    private static double counted(CaseResult result) {
        return average(result, Attempt::issued);
    }

    private static double requests(CaseResult result) {
        return Equations.requests(seconds(result), result.ramp().start(), result.average(SampleVariant.OFF));
    }

    private static double average(CaseResult result, Function<Attempt, Number> figure) {
        return Equations.average(result.attempts(SampleVariant.OFF).stream()
                .map(attempt -> figure.apply(attempt).doubleValue())
                .toList());
    }
}
