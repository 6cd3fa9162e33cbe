package io.concor.diagnosis.rule;

import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The signs that something limits a flow: it refuses events, callers wait, it is nearly full, its latency exceeds the
 * goal, or a queue stands. A standing queue never becomes short in a window; a burst leaves one that does. The bound of
 * five milliseconds is that of CoDel (Nichols and Jacobson, Controlling Queue Delay, ACM Queue 10(5), 2012).
 */
public final class LimitSigns {

    /** In how many of the last five windows a sign must be seen. */
    public static final int ENOUGH_WINDOWS = 3;

    private static final double NEARLY_FULL = 0.9;
    private static final double STANDING_SECONDS = 0.005;
    private static final double SHORT_QUEUE = 4;

    private LimitSigns() {}

    /** Returns the signs seen in at least three windows. Empty if nothing limits the flow. */
    public static List<Evidence> of(Situation situation) {
        return Stream.concat(
                        Stream.of(
                                situation.evidence(
                                        "flow.refused", seen -> seen.flow().refused(), 0, "per second"),
                                situation.evidence(
                                        "flow.waiting.callers",
                                        seen -> seen.flow().waitingCallers().least(),
                                        1,
                                        "threads"),
                                situation.evidence(
                                        "flow.in.flight",
                                        seen -> seen.flow().inFlight().average()
                                                / seen.flow().maxInFlight(),
                                        NEARLY_FULL,
                                        "share"),
                                latency(situation)),
                        IntStream.range(0, situation.components()).mapToObj(slot -> standingQueue(situation, slot)))
                .filter(Objects::nonNull)
                .filter(sign -> sign.windows() >= ENOUGH_WINDOWS)
                .toList();
    }

    private static @Nullable Evidence latency(Situation situation) {
        if (situation.goalP99Micros().isEmpty()) {
            return null;
        }
        double goal = situation.goalP99Micros().getAsDouble();
        double p99 = situation.times().latency().nanosAt(0.99) / 1_000.0;
        return new Evidence(
                "flow.latency.p99",
                p99,
                goal,
                "micros",
                p99 > goal ? situation.recent().size() : 0);
    }

    private static @Nullable Evidence standingQueue(Situation situation, int slot) {
        if (situation.settings(slot) == null) {
            return null;
        }
        return situation.evidence(
                "slot.queue.least " + situation.name(slot),
                seen -> stands(seen.flow(), slot)
                        ? seen.flow().slots().get(slot).queue().least()
                        : 0,
                SHORT_QUEUE,
                "events");
    }

    private static boolean stands(FlowWindow window, int slot) {
        SlotWindow seen = window.slots().get(slot);
        int threads = seen.settings() == null ? 0 : seen.settings().threads();
        return seen.queue().least() >= threads && seen.queue().least() >= STANDING_SECONDS * seen.taken();
    }
}
