package io.concor.experiments.laboratory;

import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the verdict about a flow was.
 *
 * @param plant the name of the plant
 * @param load the load as a multiple of what the cause allows
 * @param rate events per second
 * @param expected what was planted; nothing for a healthy run
 * @param right whether the verdict named it, or no alarm was raised in a healthy run
 * @param seconds seconds from the begin of the cause to the verdict; null if it was not named
 * @param cause the cause of the last verdict, or null
 * @param component the component of the last verdict, or null
 * @param verdicts what the verdicts named, each with its time after the start, if it differs from the one before
 * @param alarms the causes of all alarms
 * @param evidence for the last verdict
 * @param against the last verdict
 * @param otherProcessors number of processors that other processes used
 * @param note why it did not run, or null
 */
record PlantResult(
        String plant,
        double load,
        double rate,
        List<String> expected,
        boolean right,
        @Nullable Double seconds,
        @Nullable String cause,
        @Nullable String component,
        double confidence,
        String summary,
        List<String> suspects,
        List<String> verdicts,
        List<String> alarms,
        List<Evidence> evidence,
        List<Evidence> against,
        double otherProcessors,
        @Nullable String note) {

    static PlantResult of(
            Expectation plant,
            double load,
            boolean right,
            @Nullable Double seconds,
            Verdict last,
            List<String> verdicts,
            List<String> alarms,
            double otherProcessors) {
        return new PlantResult(
                plant.name(),
                load,
                load * plant.rate(),
                plant.expected().stream().map(Object::toString).toList(),
                right,
                seconds,
                last.cause() == null ? null : last.cause().toString(),
                last.component(),
                last.confidence(),
                last.summary(),
                last.suspects().stream()
                        .map(other -> place(other.cause().toString(), other.component())
                                + " (%.2f)".formatted(other.confidence()))
                        .toList(),
                verdicts,
                alarms,
                last.evidence(),
                last.against(),
                otherProcessors,
                null);
    }

    /** The result of a run that did not take place. */
    static PlantResult skipped(Expectation plant, double load, String reason) {
        List<String> expected = plant.expected().stream().map(Object::toString).toList();
        return new PlantResult(
                plant.name(),
                load,
                load * plant.rate(),
                expected,
                false,
                null,
                null,
                null,
                0,
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0,
                reason);
    }

    /** Returns what a verdict names. */
    static String place(Verdict verdict) {
        return verdict.cause() == null
                ? verdict.state().toString()
                : place(verdict.cause().toString(), verdict.component());
    }

    static String place(String cause, @Nullable String component) {
        return Stream.of(cause, component)
                .filter(Objects::nonNull)
                .reduce((a, b) -> a + " at " + b)
                .orElse("");
    }

    boolean isHealthyRun() {
        return expected.isEmpty();
    }

    boolean isSkipped() {
        return note != null;
    }
}
