package io.concor.experiments;

import io.concor.benchmarks.report.MarkdownTable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the statistics said before and when the flow broke.
 *
 * @param diagnosis both
 */
record DiagnosisTable(Diagnosis diagnosis) {

    String markdown() {
        MarkdownTable table = new MarkdownTable(
                "after %d s → after %d s".formatted(diagnosis.calmSecond(), diagnosis.brokenSecond()),
                "service, mean µs",
                "waiting, mean µs",
                "queue",
                "active threads",
                "utilisation");
        for (Reading calm : diagnosis.calm()) {
            diagnosis.broken().stream()
                    .filter(broken -> broken.component().equals(calm.component()))
                    .forEach(broken -> add(table, calm, broken));
        }
        return table.markdown();
    }

    private static void add(MarkdownTable table, Reading calm, Reading broken) {
        table.row(
                "`" + calm.component() + "`",
                Numbers.whole(calm.serviceMicros()) + " → " + Numbers.whole(broken.serviceMicros()),
                change(calm.slot(), broken.slot(), slot -> Numbers.whole(slot.waitingMicros())),
                change(calm.slot(), broken.slot(), slot -> Numbers.whole(slot.queue())),
                change(calm.slot(), broken.slot(), slot -> slot.activeThreads() + " of " + slot.threads()),
                change(calm.slot(), broken.slot(), slot -> Numbers.fraction(slot.utilisation())));
    }

    private static String change(
            Reading.@Nullable Slot calm, Reading.@Nullable Slot broken, Function<Reading.Slot, String> figure) {
        return calm == null || broken == null ? "" : figure.apply(calm) + " → " + figure.apply(broken);
    }
}
