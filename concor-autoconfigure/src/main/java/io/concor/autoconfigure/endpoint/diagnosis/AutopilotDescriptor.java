package io.concor.autoconfigure.endpoint.diagnosis;

import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.SlotDescriptor;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.AutopilotStatus;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What the autopilot does about a flow. Fields that do not apply are absent.
 *
 * @param flow the name of the flow
 * @param mode {@code off}, {@code advise} or {@code auto}
 * @param goal what the flow is to keep; without a goal, it is to handle what arrives
 * @param state {@code steady}, {@code trial}, {@code cooling}, {@code frozen} or {@code paused}
 * @param reason a sentence on why it is in this state
 * @param until when it leaves this state at the latest
 * @param decisions the last fifty decisions, newest first
 * @param batchSizes the last decisions about the size of batches that have a target, newest first. They are made in every
 *     mode; absent without one
 */
public record AutopilotDescriptor(
        String flow,
        String mode,
        GoalDescriptor goal,
        String state,
        String reason,
        @Nullable String until,
        List<Decision> decisions,
        @Nullable List<BatchSizeDecision> batchSizes)
        implements OperationResponseBody, PlainText {

    static final TextTable<AutopilotDescriptor> TABLE = TextTable.<AutopilotDescriptor>create()
            .text("flow", AutopilotDescriptor::flow)
            .text("mode", AutopilotDescriptor::mode)
            .text("p99", autopilot -> autopilot.goal().p99())
            .number("throughput [1/s]", autopilot -> autopilot.goal().throughput())
            .text("state", AutopilotDescriptor::state)
            .text("until", AutopilotDescriptor::until)
            .text("last decision", AutopilotDescriptor::lastDecision);

    private @Nullable String lastDecision() {
        return decisions.stream().findFirst().map(Decision::decided).orElse(null);
    }

    /**
     * A goal.
     *
     * @param p99 the 99th percentile of the latency, such as {@code 50ms}
     * @param throughput the number of events per second
     */
    public record GoalDescriptor(
            @Nullable String p99, @Nullable Double throughput) {

        static GoalDescriptor of(Goal goal) {
            OptionalDouble rate = goal.throughputPerSecond();
            return new GoalDescriptor(
                    goal.p99().map(SettingFormat::format).orElse(null), rate.isPresent() ? rate.getAsDouble() : null);
        }
    }

    /**
     * A decision.
     *
     * @param at when it was made
     * @param decided a sentence
     * @param evidence sentences on why, the most decisive first
     * @param change the new settings of each changed slot, as the endpoint {@code concorslots} takes them
     * @param predicted what the change was expected to bring
     * @param outcome what came of it; absent while that is not known, or if nothing was changed
     */
    public record Decision(
            String at,
            String decided,
            List<String> evidence,
            Map<String, SlotDescriptor> change,
            @Nullable PerformanceDescriptor predicted,
            @Nullable Outcome outcome) {

        static Decision of(AutopilotStatus.Decision decision) {
            Map<String, SlotDescriptor> change = new LinkedHashMap<>();
            decision.change().forEach((slot, join) -> change.put(slot, SlotDescriptor.of(join.orElse(null))));
            return new Decision(
                    time(decision.at()),
                    decision.decided(),
                    decision.evidence(),
                    change,
                    PerformanceDescriptor.of(decision.predicted()),
                    decision.outcome() == null ? null : Outcome.of(decision.outcome()));
        }

        private String text() {
            return Stream.of(
                            evidence.stream(),
                            change.entrySet().stream()
                                    .map(slot ->
                                            line(slot.getKey(), slot.getValue().words())),
                            Stream.ofNullable(predicted).map(figures -> line("predicted", figures.words())),
                            Stream.ofNullable(outcome).map(known -> line(known.result(), known.text())))
                    .flatMap(lines -> lines)
                    .map(line -> Sentence.of("  %s\n", SafeText.words(line)))
                    .collect(Collectors.joining("", Sentence.of("\n%s  %s\n", at, SafeText.words(decided)), ""));
        }

        private static String line(String what, String words) {
            return Sentence.of("%s: %s", what, words);
        }
    }

    /**
     * What came of a change.
     *
     * @param result {@code confirmed}, {@code reverted}, {@code superseded} by a person, or {@code refused}
     * @param text a sentence
     */
    public record Outcome(String result, String text) {

        static Outcome of(AutopilotStatus.Outcome outcome) {
            return new Outcome(outcome.result().toString(), outcome.text());
        }
    }

    static AutopilotDescriptor of(AutopilotStatus status, List<BatchSizeDecision> batchSizes) {
        return new AutopilotDescriptor(
                status.flow(),
                status.settings().mode().toString(),
                GoalDescriptor.of(status.settings().goal()),
                status.state().toString(),
                status.reason(),
                status.until() == null ? null : time(status.until()),
                status.decisions().stream().map(Decision::of).toList(),
                batchSizes.isEmpty() ? null : batchSizes);
    }

    private static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    @Override
    public String plainText() {
        return TABLE.format(List.of(this))
                + SafeText.words(reason)
                + "\n"
                + decisions.stream().map(Decision::text).collect(Collectors.joining())
                + sizesOfBatches();
    }

    private String sizesOfBatches() {
        return batchSizes == null
                ? ""
                : batchSizes.stream()
                        .map(size -> Sentence.of("\n%s  %s", size.at(), SafeText.words(size.words())))
                        .collect(Collectors.joining("", "", "\n"));
    }
}
