package io.concor.experiments.laboratory;

import io.concor.benchmarks.report.MarkdownTable;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows results as a table, and the misses below. */
final class LaboratoryTable {

    private LaboratoryTable() {}

    static String of(List<PlantResult> results) {
        MarkdownTable table = new MarkdownTable(
                "plant", "load", "events/s", "right", "named", "after s", "confidence", "suspects", "alarms", "others");
        results.forEach(result -> table.row(row(result)));
        return table.markdown() + "\n" + totals(results);
    }

    private static List<String> row(PlantResult result) {
        return List.of(
                result.plant(),
                number(result.load()),
                "%.0f".formatted(result.rate()),
                result.isSkipped() ? "skipped" : result.right() ? "yes" : "no",
                named(result),
                number(result.seconds()),
                "%.2f".formatted(result.confidence()),
                String.join(", ", result.suspects()),
                String.join(", ", result.alarms()),
                number(result.otherProcessors()));
    }

    private static String named(PlantResult result) {
        return result.note() != null
                ? result.note().lines().findFirst().orElse("")
                : result.cause() == null ? "–" : PlantResult.place(result.cause(), result.component());
    }

    private static String number(@Nullable Double value) {
        return value == null ? "–" : String.format(Locale.ROOT, "%.1f", value);
    }

    private static String totals(List<PlantResult> results) {
        List<PlantResult> run =
                results.stream().filter(result -> !result.isSkipped()).toList();
        List<PlantResult> plants =
                run.stream().filter(result -> !result.isHealthyRun()).toList();
        List<PlantResult> healthy =
                run.stream().filter(PlantResult::isHealthyRun).toList();
        return "%d of %d plants named; %d of %d healthy runs without an alarm; %d skipped%n"
                .formatted(right(plants), plants.size(), right(healthy), healthy.size(), results.size() - run.size());
    }

    private static long right(List<PlantResult> results) {
        return results.stream().filter(PlantResult::right).count();
    }
}
