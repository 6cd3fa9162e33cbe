package io.concor.diagnosis.cause;

import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Bottleneck.Place;
import io.concor.diagnosis.situation.LockUse;
import io.concor.diagnosis.situation.PoolShortage;
import io.concor.diagnosis.situation.ShareBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.TaskErrors;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.stream.Stream;

/**
 * Many events fail at the component that limits the flow. If a task bounds its wait itself and that time is over, what it waits
 * for is slow. So it is if nearly all events time out because one task outlasts them; events that time out in a queue, in
 * front of tasks that take less, want more threads.
 */
final class ErrorRule implements CauseRule {

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        return Stream.concat(
                ofTask(TaskErrors.atBottleneck(situation), bottleneck),
                situation.traffic().lacksFinishedTasks()
                        ? Stream.of(outlasted(situation, bottleneck))
                        : Stream.empty());
    }

    private static Stream<Finding> ofTask(TaskErrors errors, Bottleneck bottleneck) {
        if (errors.areMany()) {
            return errors.areTimeouts()
                    ? Stream.of(errors(errors, Confidence.ERRORS_IF_TIMEOUTS), timeouts(errors, bottleneck))
                    : Stream.of(errors(errors, certainty(errors.situation()) * Confidence.ERRORS));
        }
        return isStillSlow(errors, bottleneck) ? Stream.of(silence(errors, bottleneck)) : Stream.empty();
    }

    /** Pools and locks throw errors of their own types where a thread has waited too long. */
    private static double certainty(Situation situation) {
        return PoolShortage.mayDelay(situation) || LockUse.isSeen(situation)
                ? Confidence.TIMES_IF_TASKS_ARE_DELAYED
                : 1;
    }

    private static Finding errors(TaskErrors errors, double confidence) {
        Evidence share = errors.share();
        return Finding.of(Cause.DOWNSTREAM_ERRORS, errors.component(), confidence)
                .says(
                        "'%s' fails for %.0f %% of the events that reach it%s.",
                        errors.situation().name(errors.component()),
                        100 * share.value(),
                        errors.mostFrequent(", most often with "))
                .because(share);
    }

    private static Finding timeouts(TaskErrors errors, Bottleneck bottleneck) {
        return slow(errors, bottleneck)
                .says(
                        "Calls of '%s' exceed their timeout: %.1f of them fail per second%s.",
                        errors.situation().name(errors.component()),
                        errors.perSecond(),
                        errors.mostFrequent(", most with "));
    }

    private static Finding silence(TaskErrors errors, Bottleneck bottleneck) {
        return slow(errors, bottleneck)
                .says(
                        "No call of '%s' has ended in the last %d seconds.",
                        errors.situation().name(errors.component()),
                        errors.situation().recent().size());
    }

    private static Finding slow(TaskErrors errors, Bottleneck bottleneck) {
        boolean late = mayProcessBeLate(errors.situation(), bottleneck);
        double confidence = late ? Confidence.TIMEOUTS_OF_A_LATE_PROCESS : Confidence.OWN_TIMEOUTS;
        return Finding.of(slow(bottleneck), errors.component(), confidence).because(errors.share());
    }

    private static Cause slow(Bottleneck bottleneck) {
        return bottleneck.place() == Place.TRANSITION ? Cause.SLOW_CALLBACK : Cause.SLOW_REMOTE;
    }

    /** Whether no call has ended since a wait was found to be too long. */
    private static boolean isStillSlow(TaskErrors errors, Bottleneck bottleneck) {
        return bottleneck.waits(errors.situation())
                && errors.situation().named() == slow(bottleneck)
                && errors.isSilent();
    }

    /** Whether it may be for a reason within this process that a call takes long. */
    private static boolean mayProcessBeLate(Situation situation, Bottleneck bottleneck) {
        return PoolShortage.mayDelay(situation)
                || LockUse.isSeen(situation)
                || situation.host().lacksProcessors()
                || situation.host().collects()
                || situation.host().collectsAlways()
                || bottleneck
                        .stage(situation)
                        .filter(stage -> stage.starved() >= ShareBounds.MUCH)
                        .isPresent();
    }

    /** More threads would only let more events wait for a task that outlasts nearly all of them. */
    private static Finding outlasted(Situation situation, Bottleneck bottleneck) {
        Evidence timeouts = situation.traffic().timeouts();
        return Finding.of(outlasting(situation, bottleneck), bottleneck.component(), Confidence.OUTLASTED_TIMEOUT)
                .says(
                        "%.0f %% of the events time out because '%s' takes longer than the timeout.",
                        100 * timeouts.value(), situation.name(bottleneck.component()))
                .because(timeouts);
    }

    private static Cause outlasting(Situation situation, Bottleneck bottleneck) {
        boolean waits = bottleneck.place() == Place.TRANSITION
                || situation.component(bottleneck.component()).kind().blocks();
        return waits ? slow(bottleneck) : Cause.SLOW_MESSAGES;
    }
}
