package io.concor.experiments.laboratory;

import io.concor.benchmarks.report.TableColumns;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows results as a table, and the misses below. */
final class LaboratoryTable {

    private LaboratoryTable() {}

    static String of(List<PlantResult> results) {
        return new TableColumns<PlantResult>()
                        .column("plant", PlantResult::plant)
                        .column("load", result -> number(result.load()))
                        .column("events/s", result -> "%.0f".formatted(result.rate()))
                        .column("right", result -> result.isSkipped() ? "skipped" : result.right() ? "yes" : "no")
                        .column("named", LaboratoryTable::named)
                        .column("after s", result -> number(result.seconds()))
                        .column("confidence", result -> "%.2f".formatted(result.confidence()))
                        .column("suspects", result -> String.join(", ", result.suspects()))
                        .column("alarms", result -> String.join(", ", result.alarms()))
                        .column("others", result -> number(result.otherProcessors()))
                        .markdown(results)
                + "\n" + totals(results);
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
