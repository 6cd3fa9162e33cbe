package io.concor.experiments.report;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.result.Attempt;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.result.Equations;
import io.concor.experiments.testbed.SampleVariant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tables 5-1, 5-2, 5-4, 5-5 and 5-6: compares the attempts of a case with those of the thesis.
 *
 * @param result result of the case, whose plot is in the folder of the page
 */
public record CaseTable(CaseResult result) {

    public String markdown() {
        return table() + "\n" + facts() + "\n\n![Completed requests per second](%s.svg)\n".formatted(result.name());
    }

    private String table() {
        String thesis = "thesis, table " + result.which().table() + ": ";
        MarkdownTable table = new MarkdownTable(header("requests per second", thesis));
        int rows = Math.max(
                result.attempts(SampleVariant.PLAIN).size(),
                result.which().thesis(SampleVariant.PLAIN).size());
        for (int i = 0; i < rows; i++) {
            int attempt = i;
            table.row(row(
                    "attempt " + (i + 1),
                    values -> attempt < values.size() ? NumberFormats.whole(values.get(attempt)) : ""));
        }
        table.row(row("**average** (equation 1)", values -> NumberFormats.whole(Equations.average(values))));
        table.row(row("spread", values -> NumberFormats.plainPercent(Equations.spread(values))));
        table.row(saturated());
        return table.markdown();
    }

    /** Returns the row of saturated rates, which the thesis does not have. */
    private List<String> saturated() {
        Stream<String> ours = Arrays.stream(SampleVariant.values())
                .map(variant ->
                        NumberFormats.whole(Equations.average(result.figures(variant, Attempt::saturatedRate))));
        Stream<String> thesis = Arrays.stream(SampleVariant.values()).map(variant -> "");
        return Stream.concat(Stream.of("completed per second while it broke, average"), Stream.concat(ours, thesis))
                .toList();
    }

    private static List<String> header(String first, String thesis) {
        List<String> header = new ArrayList<>(List.of(first));
        Arrays.stream(SampleVariant.values()).map(SampleVariant::title).forEach(header::add);
        Arrays.stream(SampleVariant.values())
                .map(variant -> thesis + variant.title())
                .forEach(header::add);
        return header;
    }

    private List<String> row(String name, Function<List<Double>, String> cell) {
        Stream<List<Double>> ours = Arrays.stream(SampleVariant.values()).map(result::breakingPoints);
        Stream<List<Double>> thesis = Arrays.stream(SampleVariant.values()).map(result.which()::thesis);
        return Stream.concat(Stream.of(name), Stream.concat(ours, thesis).map(cell))
                .toList();
    }

    private String facts() {
        return "%s. Each %s; %s. Completed by: %s.%s"
                .formatted(
                        NumberFormats.origin(
                                result.ended(), result.commit(), result.databaseVersion(), result.machine()),
                        result.timing().description(),
                        result.ramp().description(),
                        result.completedBy(),
                        discarded() + costsAgain());
    }

    private String costsAgain() {
        return result.costsAgain() == 0
                ? ""
                : (" Costs measured once more, because more than 0.1 %% had not been completed,"
                                + " or CPU times could not be read: %d.")
                        .formatted(result.costsAgain());
    }

    private String discarded() {
        return result.discarded().isEmpty()
                ? ""
                : result.discarded().stream()
                        .map(SampleVariant::title)
                        .collect(Collectors.joining(
                                ", ", " Made once more, because not even the first rate had been stable: ", "."));
    }
}
