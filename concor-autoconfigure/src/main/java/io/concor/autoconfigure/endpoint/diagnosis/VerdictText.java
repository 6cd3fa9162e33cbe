package io.concor.autoconfigure.endpoint.diagnosis;

import io.concor.autoconfigure.endpoint.SlotDescriptor;
import io.concor.autoconfigure.endpoint.diagnosis.VerdictDescriptor.Advice;
import io.concor.autoconfigure.endpoint.diagnosis.VerdictDescriptor.Evidence;
import io.concor.autoconfigure.endpoint.diagnosis.VerdictDescriptor.Headroom;
import io.concor.autoconfigure.endpoint.diagnosis.VerdictDescriptor.Suspect;
import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.text.SafeText;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Verdicts as plain text. */
final class VerdictText {

    static final TextTable<VerdictDescriptor> FLOWS = TextTable.<VerdictDescriptor>create()
            .text("flow", VerdictDescriptor::flow)
            .text("state", VerdictDescriptor::state)
            .text("cause", VerdictDescriptor::cause)
            .text("component", VerdictDescriptor::component)
            .number("confidence [%]", verdict -> percent(verdict.confidence()))
            .number("headroom", verdict -> factor(verdict.headroom()))
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

    private VerdictText() {}

    static String of(VerdictDescriptor verdict) {
        return Stream.of(
                        heading(verdict),
                        table("evidence", verdict.evidence(), EVIDENCE),
                        table("against", verdict.against(), EVIDENCE),
                        table("suspects", verdict.suspects(), SUSPECTS),
                        advice(verdict.advice()))
                .filter(Objects::nonNull)
                .collect(Collectors.joining("\n"));
    }

    private static String heading(VerdictDescriptor verdict) {
        return String.format(
                Locale.ROOT,
                "flow %s: %s%s since %s\n%s\n",
                verdict.flow(),
                verdict.state(),
                error(verdict) + cause(verdict),
                verdict.since(),
                SafeText.words(verdict.summary()));
    }

    private static String error(VerdictDescriptor verdict) {
        return verdict.error() == null ? "" : " with " + verdict.error();
    }

    private static String cause(VerdictDescriptor verdict) {
        return verdict.cause() == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%s by %s (confidence %s %%)",
                        verdict.state().equals("failing") ? ", limited" : "",
                        verdict.cause(),
                        percent(verdict.confidence()));
    }

    private static <T> @Nullable String table(String heading, List<T> rows, TextTable<T> table) {
        return rows.isEmpty() ? null : heading + "\n" + table.format(rows);
    }

    private static @Nullable String advice(List<Advice> advice) {
        return advice.isEmpty()
                ? null
                : advice.stream().map(VerdictText::lines).collect(Collectors.joining("", "advice\n", ""));
    }

    /** The text, and indented lines for what can be set and what it would bring. */
    private static String lines(Advice advice) {
        return Stream.of(advice.text(), setting(advice), change(advice), predicted(advice))
                .filter(Objects::nonNull)
                .map(SafeText::words)
                .collect(Collectors.joining("\n  ", "", "\n"));
    }

    private static @Nullable String setting(Advice advice) {
        return advice.setting() == null ? null : String.format(Locale.ROOT, "%s: %s", advice.setting(), advice.value());
    }

    private static @Nullable String change(Advice advice) {
        SlotDescriptor change = advice.change();
        return change == null ? null : String.format(Locale.ROOT, "%s: %s", advice.slot(), change.words());
    }

    private static @Nullable String predicted(Advice advice) {
        PerformanceDescriptor predicted = advice.predicted();
        return predicted == null ? null : "predicted: " + predicted.words() + limited(predicted);
    }

    /** Says that the advice alone is not enough. */
    private static String limited(PerformanceDescriptor predicted) {
        return predicted.limitedBy() == null ? "" : ", then limited by " + predicted.limitedBy();
    }

    private static @Nullable String percent(@Nullable Double share) {
        return share == null ? null : Rounding.percent(share);
    }

    private static @Nullable String factor(@Nullable Headroom headroom) {
        return headroom == null ? null : Rounding.format(headroom.factor()) + "x";
    }
}
