package io.concor.diagnosis.cause;

import io.concor.TaskKind;
import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Bottleneck.Place;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.stream.Stream;

/**
 * Nearly all events end by timeout because one task outlasts them: more threads would only let more events wait for it.
 * Events that time out in a queue, in front of tasks that take less, want more threads.
 */
final class TimeoutRule implements CauseRule {

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        return situation.traffic().lacksFinishedTasks() ? Stream.of(outlasted(situation, bottleneck)) : Stream.empty();
    }

    private static Finding outlasted(Situation situation, Bottleneck bottleneck) {
        Evidence timeouts = situation.traffic().timeouts();
        return Finding.of(
                cause(situation, bottleneck),
                bottleneck.component(),
                Confidence.OUTLASTED_TIMEOUT,
                Sentence.of(
                        "%.0f %% of the events time out because '%s' takes longer than the timeout.",
                        100 * timeouts.value(), situation.name(bottleneck.component())),
                timeouts);
    }

    private static Cause cause(Situation situation, Bottleneck bottleneck) {
        if (bottleneck.place() == Place.TRANSITION) {
            return Cause.SLOW_CALLBACK;
        }
        return situation.component(bottleneck.component()).kind() == TaskKind.SYNCHRONIZED_REMOTE
                ? Cause.SLOW_REMOTE
                : Cause.SLOW_MESSAGES;
    }
}
