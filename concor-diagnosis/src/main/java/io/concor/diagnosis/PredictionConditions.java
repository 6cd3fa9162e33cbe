package io.concor.diagnosis;

import io.concor.BatchSettings;
import io.concor.JoinSettings;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** What must be known for a prediction. Each method throws a {@link PredictionUnavailableException} if it is not. */
final class PredictionConditions {

    private static final String TRY = "or try the change for a short time with revertAfter";

    private static final List<Obstacle> OBSTACLES = List.of(
            new Obstacle(
                    situation -> situation.traffic().isIdle(),
                    situation -> "less than one event per second has ended lately",
                    "Let it handle at least one event per second for some seconds, and try again"),
            new Obstacle(
                    situation -> LimitSigns.queuingCallers(situation).isPresent(),
                    situation ->
                            "threads of callers or clients compute in it while all processors are busy, so the processor time that other threads would get is unknown",
                    "Make the tasks that compute cheaper, " + TRY),
            new Obstacle(
                    situation -> situation.traffic().lacksFinishedTasks(),
                    situation -> "nearly all events time out before the task ends",
                    "The duration of the task is unknown until events wait for its end: give the flow a longer timeout, or make the task faster"),
            new Obstacle(
                    situation -> situation.traffic().hasManyTimeouts(),
                    situation -> Sentence.of(
                            "%.0f %% of the events end by the flow's timeout, which the simulation does not model",
                            100 * situation.traffic().timedOut()),
                    "Give the flow a longer timeout or less load, " + TRY),
            new Obstacle(
                    situation -> situation.host().leavesUnknownShare(),
                    situation ->
                            "its threads wait for processors, which are all busy and mostly used by others, so the processor time that other threads would get is unknown",
                    "Relieve the processors, " + TRY));

    private record Obstacle(Predicate<Situation> isThere, Function<Situation, String> missing, String remedy) {}

    private PredictionConditions() {}

    /** Requires that measured figures tell how the flow would do with other slots. */
    static void requireKnown(String flow, Situation situation) {
        OBSTACLES.stream()
                .filter(obstacle -> obstacle.isThere().test(situation))
                .findFirst()
                .ifPresent(obstacle -> {
                    throw new PredictionUnavailableException(
                            flow, obstacle.missing().apply(situation), obstacle.remedy());
                });
    }

    /** Requires that batches are formed as now: how long calls take with others is not known. */
    static void requireSameBatches(
            String flow, Map<String, JoinSettings> present, Map<String, Optional<JoinSettings>> changed) {
        changed.forEach((slot, after) -> {
            JoinSettings before = present.get(slot);
            if (before != null && after.isPresent() && formOthers(before, after.get())) {
                throw new PredictionUnavailableException(
                        flow,
                        Sentence.of(
                                "how long a call in slot '%s' takes depends on the size of batches, which this change affects",
                                SafeText.shown(slot)),
                        "Try the change for a short time with revertAfter");
            }
        });
    }

    /** What happens to the events of a failed batch makes no difference to the others. */
    private static boolean formOthers(JoinSettings before, JoinSettings after) {
        BatchSettings wanted = after.batchingOrDefault();
        return !before.batchErrors(wanted.errors()).batchingOrDefault().equals(wanted);
    }

    /** Requires that the processors suffice for what is predicted. */
    static WhatIf requireProcessors(WhatIf predicted, boolean exceeded) {
        if (exceeded) {
            throw new PredictionUnavailableException(
                    predicted.flow(),
                    Sentence.of(
                            "all processors are busy, and the tasks of %.0f events per second instead of %.0f would need more of them",
                            predicted.predicted().throughputPerSecond(),
                            predicted.now().throughputPerSecond()),
                    "Relieve the processors, " + TRY);
        }
        return predicted;
    }
}
