package io.concor.autoconfigure.endpoint.diagnosis;

import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.SlotDescriptor;
import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What limits a flow now, with evidence, and whether its events fail. Fields that do not apply are absent.
 *
 * @param flow the name of the flow
 * @param state {@code failing}, {@code healthy}, {@code limited} or {@code unknown}
 * @param since when the flow came into this state
 * @param cause what limits it, such as {@code connection-pool}
 * @param slot the slot whose threads serve the component
 * @param component the component that the cause concerns; in state failing, the one at which most errors occur
 * @param error in state failing, the class of most errors that the task of that component throws
 * @param confidence an order of causes, 0 to 1, not a probability
 * @param summary a sentence with the cause, the place and the decisive figure; in state unknown, the reason
 * @param evidence what speaks for the cause, the most decisive first
 * @param against what speaks against it
 * @param suspects other causes that the figures do not exclude, the likeliest first
 * @param advice what would help, the best first
 * @param headroom what would limit a healthy flow next
 */
public record VerdictDescriptor(
        String flow,
        String state,
        String since,
        @Nullable String cause,
        @Nullable String slot,
        @Nullable String component,
        @Nullable String error,
        @Nullable Double confidence,
        String summary,
        List<Evidence> evidence,
        List<Evidence> against,
        List<Suspect> suspects,
        List<Advice> advice,
        @Nullable Headroom headroom)
        implements OperationResponseBody, PlainText {

    static final TextTable<VerdictDescriptor> TABLE = TextTable.<VerdictDescriptor>create()
            .text("flow", VerdictDescriptor::flow)
            .text("state", VerdictDescriptor::state)
            .text("cause", VerdictDescriptor::cause)
            .text("component", VerdictDescriptor::component)
            .number("confidence [%]", VerdictDescriptor::confidencePercent)
            .number("headroom", VerdictDescriptor::headroomFactor)
            .text("summary", VerdictDescriptor::summary);

    private static final TextTable<Evidence> EVIDENCE = TextTable.<Evidence>create()
            .text("signal", Evidence::signal)
            .number("value", Evidence::value)
            .number("threshold", Evidence::threshold)
            .text("unit", Evidence::unit)
            .number("windows", Evidence::windows);

    private static final TextTable<Suspect> SUSPECTS = TextTable.<Suspect>create()
            .text("suspect", Suspect::cause)
            .text("component", Suspect::component)
            .number("confidence [%]", suspect -> Rounding.percent(suspect.confidence()));

    private static final int PLACES = 2;

    private @Nullable String confidencePercent() {
        return confidence == null ? null : Rounding.percent(confidence);
    }

    private @Nullable String headroomFactor() {
        return headroom == null ? null : Rounding.format(headroom.factor()) + "x";
    }

    /**
     * A figure and the bound that it was compared with.
     *
     * @param signal the name of the figure
     * @param value its value
     * @param threshold the bound
     * @param unit the unit of both
     * @param windows in how many of the seconds since the first sign it was so, five at most
     */
    public record Evidence(String signal, double value, double threshold, String unit, int windows) {

        static Evidence of(Verdict.Evidence evidence) {
            return new Evidence(
                    evidence.signal(),
                    Rounding.measured(evidence.value()),
                    Rounding.measured(evidence.threshold()),
                    evidence.unit(),
                    evidence.windows());
        }
    }

    /**
     * Another possible cause.
     *
     * @param cause the cause
     * @param component the component that it concerns
     * @param confidence an order of causes, 0 to 1, not a probability
     */
    public record Suspect(String cause, @Nullable String component, double confidence) {

        static Suspect of(Verdict.Suspect suspect) {
            return new Suspect(
                    suspect.cause().toString(), suspect.component(), Rounding.decimals(suspect.confidence(), PLACES));
        }
    }

    /**
     * What would help: a setting, a change of a slot, or neither if only code helps.
     *
     * @param text a sentence
     * @param setting the name of a property
     * @param value its new value
     * @param slot the slot to change
     * @param change its new settings, as the endpoint {@code concorslots} takes them
     * @param predicted what the change would bring
     */
    public record Advice(
            String text,
            @Nullable String setting,
            @Nullable String value,
            @Nullable String slot,
            @Nullable SlotDescriptor change,
            @Nullable PerformanceDescriptor predicted) {

        static Advice of(Verdict.Advice advice) {
            Verdict.SlotAdvice change = advice.change();
            return new Advice(
                    advice.text(),
                    advice.setting(),
                    advice.value(),
                    change == null ? null : change.slot(),
                    change == null ? null : SlotDescriptor.of(change.settings()),
                    change == null ? null : PerformanceDescriptor.of(change.predicted()));
        }

        /** Returns the text, and indented lines for what can be set and what it would bring. */
        private String lines() {
            return Stream.of(
                            text,
                            setting == null ? null : Sentence.of("%s: %s", setting, value),
                            change == null ? null : Sentence.of("%s: %s", slot, change.words()),
                            predicted == null ? null : "predicted: " + predicted.words() + limited(predicted))
                    .filter(Objects::nonNull)
                    .map(SafeText::words)
                    .collect(Collectors.joining("\n  ", "", "\n"));
        }

        /** Says that the advice alone is not enough. */
        private static String limited(PerformanceDescriptor predicted) {
            return predicted.limitedBy() == null ? "" : ", then limited by " + predicted.limitedBy();
        }
    }

    /**
     * What would limit a healthy flow next.
     *
     * @param factor at how many times the present rate
     * @param next the component, {@code processors}, {@code connections} or {@code max-in-flight}
     */
    public record Headroom(double factor, String next) {

        static @Nullable Headroom of(Verdict.@Nullable Headroom headroom) {
            return headroom == null ? null : new Headroom(Rounding.measured(headroom.factor()), headroom.next());
        }
    }

    static VerdictDescriptor of(Verdict verdict) {
        Verdict.Failure failure = verdict.failure();
        return new VerdictDescriptor(
                verdict.flow(),
                verdict.state().toString(),
                verdict.since().truncatedTo(ChronoUnit.MILLIS).toString(),
                verdict.cause() == null ? null : verdict.cause().toString(),
                verdict.slot(),
                failure == null ? verdict.component() : failure.component(),
                failure == null ? null : failure.error(),
                verdict.cause() == null ? null : Rounding.decimals(verdict.confidence(), PLACES),
                verdict.summary(),
                verdict.evidence().stream().map(Evidence::of).toList(),
                verdict.against().stream().map(Evidence::of).toList(),
                verdict.suspects().stream().map(Suspect::of).toList(),
                verdict.advice().stream().map(Advice::of).toList(),
                Headroom.of(verdict.headroom()));
    }

    @Override
    public String plainText() {
        return Stream.of(
                        heading(),
                        table("evidence", evidence, EVIDENCE),
                        table("against", against, EVIDENCE),
                        table("suspects", suspects, SUSPECTS),
                        adviceLines())
                .filter(Objects::nonNull)
                .collect(Collectors.joining("\n"));
    }

    private String heading() {
        return Sentence.of(
                "flow %s: %s%s%s since %s\n%s\n",
                flow, state, error == null ? "" : " with " + error, causeInWords(), since, SafeText.words(summary));
    }

    private String causeInWords() {
        return cause == null
                ? ""
                : Sentence.of(
                        "%s by %s (confidence %s %%)",
                        state.equals("failing") ? ", limited" : "", cause, confidencePercent());
    }

    private static <T> @Nullable String table(String heading, List<T> rows, TextTable<T> table) {
        return rows.isEmpty() ? null : heading + "\n" + table.format(rows);
    }

    private @Nullable String adviceLines() {
        return advice.isEmpty()
                ? null
                : advice.stream().map(Advice::lines).collect(Collectors.joining("", "advice\n", ""));
    }
}
