package io.concor.experiments.report;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.result.ComponentReading;
import io.concor.experiments.result.RampStatistics;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares the statistics before and at the breaking point.
 *
 * @param diagnosis statistics at both times
 */
record DiagnosisTable(RampStatistics diagnosis) {

    String markdown() {
        MarkdownTable table = new MarkdownTable(
                "after %d s → after %d s".formatted(diagnosis.calmSecond(), diagnosis.brokenSecond()),
                "service, mean µs",
                "waiting, mean µs",
                "queue",
                "active threads",
                "utilisation");
        for (ComponentReading calm : diagnosis.calm()) {
            diagnosis.broken().stream()
                    .filter(broken -> broken.component().equals(calm.component()))
                    .forEach(broken -> add(table, calm, broken));
        }
        return table.markdown();
    }

    private static void add(MarkdownTable table, ComponentReading calm, ComponentReading broken) {
        table.row(
                "`" + calm.component() + "`",
                NumberFormats.whole(calm.serviceMicros()) + " → " + NumberFormats.whole(broken.serviceMicros()),
                change(calm.slot(), broken.slot(), slot -> NumberFormats.whole(slot.waitingMicros())),
                change(calm.slot(), broken.slot(), slot -> NumberFormats.whole(slot.queue())),
                change(calm.slot(), broken.slot(), slot -> slot.activeThreads() + " of " + slot.threads()),
                change(calm.slot(), broken.slot(), slot -> NumberFormats.fraction(slot.utilisation())));
    }

    private static String change(
            ComponentReading.@Nullable Slot calm,
            ComponentReading.@Nullable Slot broken,
            Function<ComponentReading.Slot, String> figure) {
        return calm == null || broken == null ? "" : figure.apply(calm) + " → " + figure.apply(broken);
    }
}
