package io.concor.manage;

import io.concor.manage.ChangeResult.SlotChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One entry in the history of a flow's changes. A value.
 *
 * @param flow the flow's name
 * @param number grows by one with each entry of the flow; 1 at first
 * @param at when it was entered
 * @param action what was asked for
 * @param outcome what became of it
 * @param oldVersion the version of the layout before
 * @param version the version after; the same where nothing was changed
 * @param origin where it came from
 * @param reason why it was asked for, or null where nothing was said
 * @param slots the slots whose settings differ; of a refused change, those that would; where it is not known which
 *     would, those that were named
 * @param handedOver how many waiting events the change met
 * @param took how long it took
 * @param error why it was not done, or null
 * @param trial of a change on trial how that goes, or null
 */
public record ChangeEntry(
        String flow,
        long number,
        Instant at,
        Action action,
        Outcome outcome,
        long oldVersion,
        long version,
        ChangeOrigin origin,
        @Nullable String reason,
        List<SlotChange> slots,
        long handedOver,
        Duration took,
        @Nullable String error,
        @Nullable OnTrial trial) {

    /** Keeps a copy of the list that cannot be changed. */
    public ChangeEntry {
        slots = List.copyOf(slots);
    }

    /**
     * How the trial of a change goes.
     *
     * @param until when it ends, or was to end, by itself
     * @param state how it stands
     */
    public record OnTrial(Instant until, TrialState state) {}

    /** How a trial stands. */
    public enum TrialState {
        /** Neither confirmed nor over. */
        PENDING,
        /** The change stays. */
        CONFIRMED,
        /** The time was over, and the layout from before came back. */
        REVERTED,
        /** It was taken back by an undo. */
        UNDONE,
        /** The flow was closed before. */
        CLOSED;

        /** The word for this state on endpoints. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The same at its place in the history. What changed nothing has the version that it found. */
    ChangeEntry at(long place, long lastVersion) {
        return new ChangeEntry(
                flow,
                place,
                at,
                action,
                outcome,
                outcome == Outcome.CHANGED ? oldVersion : lastVersion,
                outcome == Outcome.CHANGED ? version : lastVersion,
                origin,
                reason,
                slots,
                handedOver,
                took,
                error,
                trial);
    }

    ChangeEntry trial(@Nullable OnTrial trial) {
        return new ChangeEntry(
                flow,
                number,
                at,
                action,
                outcome,
                oldVersion,
                version,
                origin,
                reason,
                slots,
                handedOver,
                took,
                error,
                trial);
    }

    /** What was asked for. */
    public enum Action {
        /** Other settings of slots. */
        CHANGE,
        /** That a change on trial stays. */
        CONFIRM,
        /** That the last change, or the trial, is taken back. */
        UNDO,
        /** That a trial is taken back whose time is over. */
        REVERT;

        /** The word for this action on endpoints. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What became of a change that was asked for. */
    public enum Outcome {
        /** The layout has a new version. */
        CHANGED,
        /** The layout was like that already. */
        UNCHANGED,
        /** A change on trial was confirmed; the layout stays. */
        CONFIRMED,
        /** It was refused, or given up; the layout is as it was. */
        REFUSED,
        /** Something failed that is no refusal; the layout is as it was. */
        FAILED;

        /** The word for this outcome on endpoints. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
