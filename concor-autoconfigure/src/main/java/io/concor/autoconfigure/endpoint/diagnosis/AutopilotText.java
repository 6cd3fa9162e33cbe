package io.concor.autoconfigure.endpoint.diagnosis;

import io.concor.autoconfigure.endpoint.diagnosis.AutopilotDescriptor.Decision;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.text.SafeText;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the autopilot does, as plain text. */
final class AutopilotText {

    private static final TextTable<AutopilotDescriptor> FLOWS = TextTable.<AutopilotDescriptor>create()
            .text("flow", AutopilotDescriptor::flow)
            .text("mode", AutopilotDescriptor::mode)
            .text("p99", autopilot -> autopilot.goal().p99())
            .number("throughput [1/s]", autopilot -> autopilot.goal().throughput())
            .text("state", AutopilotDescriptor::state)
            .text("until", AutopilotDescriptor::until)
            .text("last decision", AutopilotText::lastDecision);

    private AutopilotText() {}

    private static @Nullable String lastDecision(AutopilotDescriptor autopilot) {
        return autopilot.decisions().stream().findFirst().map(Decision::decided).orElse(null);
    }

    /** Returns a table with a line for each flow. */
    static String ofAll(List<AutopilotDescriptor> autopilots) {
        return FLOWS.format(autopilots);
    }

    static String of(AutopilotDescriptor autopilot) {
        String decisions =
                autopilot.decisions().stream().map(AutopilotText::decision).collect(Collectors.joining());
        return FLOWS.format(List.of(autopilot))
                + SafeText.words(autopilot.reason())
                + "\n"
                + decisions
                + batchSizes(autopilot);
    }

    private static String batchSizes(AutopilotDescriptor autopilot) {
        List<BatchSizeDecision> sizes = autopilot.batchSizes();
        return sizes == null
                ? ""
                : sizes.stream()
                        .map(size -> String.format(Locale.ROOT, "\n%s  %s", size.at(), SafeText.words(size.words())))
                        .collect(Collectors.joining("", "", "\n"));
    }

    private static String decision(Decision decision) {
        String heading = String.format(Locale.ROOT, "\n%s  %s\n", decision.at(), SafeText.words(decision.decided()));
        return Stream.of(
                        decision.evidence().stream(),
                        decision.change().entrySet().stream()
                                .map(slot -> String.format(
                                        Locale.ROOT,
                                        "%s: %s",
                                        slot.getKey(),
                                        slot.getValue().words())),
                        Stream.ofNullable(decision.predicted()).map(predicted -> "predicted: " + predicted.words()),
                        Stream.ofNullable(decision.outcome())
                                .map(outcome -> String.format(Locale.ROOT, "%s: %s", outcome.result(), outcome.text())))
                .flatMap(lines -> lines)
                .map(line -> String.format(Locale.ROOT, "  %s\n", SafeText.words(line)))
                .collect(Collectors.joining("", heading, ""));
    }
}
