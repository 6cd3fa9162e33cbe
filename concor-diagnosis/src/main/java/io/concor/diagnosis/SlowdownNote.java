package io.concor.diagnosis;

import io.concor.diagnosis.situation.Baseline.Known;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Sentence;
import java.util.concurrent.TimeUnit;

/**
 * Adds to a verdict that nothing limits a flow which task takes much longer than usual: what it waits for may have become slow
 * long before that limits something.
 */
final class SlowdownNote {

    /** The times of shorter tasks change with whatever else the processors do. */
    private static final double SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private SlowdownNote() {}

    /** Returns a sentence with a space in front; empty if no task does. */
    static String of(Situation situation) {
        return situation
                .indices()
                .boxed()
                .flatMap(component -> situation.baseline().slowdown(component, situation.times()).stream()
                        .filter(slow -> slow.known() == Known.FROM_MOST && slow.nanos() >= SHORTEST_NANOS)
                        .map(slow -> Sentence.of(
                                " '%s' takes %.1f times as long as usual, in the median %s.",
                                situation.name(component),
                                slow.factor(),
                                Sentence.duration(slow.nanos() / NANOS_PER_MICRO))))
                .findFirst()
                .orElse("");
    }
}
