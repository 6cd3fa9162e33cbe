package io.concor.autoconfigure.endpoint;

import io.concor.autoconfigure.endpoint.AutopilotDescriptor.Decision;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.text.SafeText;
import java.util.List;
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
                        .map(size -> "\n%s  %s".formatted(size.at(), SafeText.words(size.words())))
                        .collect(Collectors.joining("", "", "\n"));
    }

    private static String decision(Decision decision) {
        String heading = "\n%s  %s\n".formatted(decision.at(), SafeText.words(decision.decided()));
        return Stream.of(
                        decision.evidence().stream(),
                        decision.change().entrySet().stream().map(slot -> "%s: %s"
                                .formatted(slot.getKey(), slot.getValue().words())),
                        Stream.ofNullable(decision.predicted()).map(predicted -> "predicted: " + predicted.words()),
                        Stream.ofNullable(decision.outcome())
                                .map(outcome -> "%s: %s".formatted(outcome.result(), outcome.text())))
                .flatMap(lines -> lines)
                .map(line -> "  %s\n".formatted(SafeText.words(line)))
                .collect(Collectors.joining("", heading, ""));
    }
}
