package io.concor.manage;

import io.concor.manage.ChangeResult.SlotChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An entry in the change history of a flow.
 *
 * @param flow the name of the flow
 * @param number the number of the entry, which starts at 1 and grows by one with each entry of the flow
 * @param at the time of the entry
 * @param action what was requested
 * @param outcome the outcome
 * @param version the version of the layout after the change
 * @param origin who requested the change, and how
 * @param reason the reason that the request gave, or null
 * @param slots the slots whose settings differ or, if the change was refused, would differ; all named slots if it was
 *     refused before that was known
 * @param handedOver the number of events that waited in the slots when they changed
 * @param took how long the change took
 * @param error why the change failed, or null
 * @param trial the trial of the change, or null
 */
public record ChangeEntry(
        String flow,
        long number,
        Instant at,
        Action action,
        Outcome outcome,
        long version,
        ChangeOrigin origin,
        @Nullable String reason,
        List<SlotChange> slots,
        long handedOver,
        Duration took,
        @Nullable String error,
        @Nullable OnTrial trial) {

    public ChangeEntry {
        slots = List.copyOf(slots);
    }

    /** Returns the version of the layout before the change. */
    public long oldVersion() {
        return outcome == Outcome.CHANGED ? version - 1 : version;
    }

    ChangeEntry at(long number, long version) {
        return new ChangeEntry(
                flow, number, at, action, outcome, version, origin, reason, slots, handedOver, took, error, trial);
    }

    ChangeEntry trial(OnTrial trial) {
        return new ChangeEntry(
                flow, number, at, action, outcome, version, origin, reason, slots, handedOver, took, error, trial);
    }

    /**
     * The trial of a change.
     *
     * @param until when the trial ends, or would have ended, by itself
     */
    public record OnTrial(Instant until, TrialState state) {}

    /** The state of a trial. */
    public enum TrialState {
        /** The trial runs. */
        PENDING,
        /** The change was confirmed and stays. */
        CONFIRMED,
        /** The change was not confirmed in time and was reverted. */
        REVERTED,
        /** The change was undone. */
        UNDONE,
        /** The trial gave way to another request, which was applied to the layout before it. */
        SUPERSEDED,
        /** The flow was closed during the trial. */
        CLOSED;

        /** Returns the name in lower case, as on endpoints. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What was requested. */
    public enum Action {
        /** To change the settings of slots. */
        CHANGE,
        /** To keep the changes on trial. */
        CONFIRM,
        /** To revert the last change or the trial. */
        UNDO,
        /** To revert a trial that was not confirmed in time. */
        REVERT;

        /** Returns the name in lower case, as on endpoints. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The outcome of a request. */
    public enum Outcome {
        /** The layout has a new version. */
        CHANGED,
        /** The slots already had the requested settings. */
        UNCHANGED,
        /** The trial was confirmed; the layout is unchanged. */
        CONFIRMED,
        /** The change was refused or given up; the layout is unchanged. */
        REFUSED,
        /** The change failed unexpectedly; the layout is unchanged. */
        FAILED;

        /** Returns the name in lower case, as on endpoints. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
