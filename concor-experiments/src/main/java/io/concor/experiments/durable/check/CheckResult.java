package io.concor.experiments.durable.check;

import java.util.List;

/**
 * What the checker has found.
 *
 * @param sent events that were ordered to be put
 * @param accepted those whose put returned
 * @param takenBack those that the subject gave up on purpose, by its report
 * @param effects rows that the task has written
 * @param lost events that were accepted and not taken back, without a row
 * @param unexpected rows of events that were never sent or were taken back, or with a wrong key
 * @param doubles rows beyond the first one of an event
 * @param inversions rows of accepted events that come after the row of a later event of their key
 * @param examples the first ones of each
 */
public record CheckResult(
        long sent,
        long accepted,
        long takenBack,
        long effects,
        long lost,
        long unexpected,
        long doubles,
        long inversions,
        List<String> examples) {

    public CheckResult {
        examples = List.copyOf(examples);
    }

    /** Returns whether each accepted event has exactly one effect, in order if that is promised. */
    public boolean correct(boolean ordered) {
        return lost == 0 && unexpected == 0 && doubles == 0 && (!ordered || inversions == 0);
    }

    /** Returns the counts as a line. */
    public String line() {
        return "sent %d, accepted %d, taken back %d, effects %d: lost %d, unexpected %d, double %d, out of order %d"
                .formatted(sent, accepted, takenBack, effects, lost, unexpected, doubles, inversions);
    }
}
