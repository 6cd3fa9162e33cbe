package io.concor.manage;

import io.concor.ConcorException;
import io.concor.layout.Layout;
import io.concor.manage.ChangeEntry.OnTrial;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.preset.Preset;
import io.concor.text.SafeText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One change on its way, and what is known of it so far. Not thread-safe. */
final class ChangeInProgress {

    private final ChangeEntry.Action action;
    private final Function<Layout, ChangeRequest> wanted;
    private final @Nullable Preset applied;
    private final ChangeClock clock;
    private final long startNanos;
    private Layout present;
    private boolean begun;
    private ChangeRequest request;
    private @Nullable PlannedChange plan;
    private @Nullable ChangeEntry entry;

    /**
     * @param wanted returns the request for a layout: now, and again when it is the turn of this change
     * @param applied the preset from which the change creates the layout, or null
     * @param present the layout at the time of the call
     */
    ChangeInProgress(
            ChangeEntry.Action action,
            Function<Layout, ChangeRequest> wanted,
            @Nullable Preset applied,
            Layout present,
            ChangeClock clock) {
        this.action = action;
        this.wanted = wanted;
        this.applied = applied;
        this.clock = clock;
        this.startNanos = clock.nanos();
        this.present = present;
        this.request = wanted.apply(present);
    }

    ChangeEntry.Action action() {
        return action;
    }

    @Nullable
    Preset applied() {
        return applied;
    }

    ChangeRequest request() {
        return request;
    }

    /** It is the turn of this change: no other one changes this layout now. */
    void present(Layout layout) {
        present = layout;
        begun = true;
    }

    /** Whether it has had its turn, so that a failure is recorded already. */
    boolean hasBegun() {
        return begun;
    }

    ChangeRequest wanted() {
        return wanted.apply(present);
    }

    void planned(ChangeRequest resolved, PlannedChange planned) {
        request = resolved;
        plan = planned;
    }

    /** Returns the layout wanted, or the present one as long as that is not known. */
    Layout layout() {
        return plan == null ? present : plan.after();
    }

    /** Returns the entry in the history, or null if there is none. */
    @Nullable
    ChangeEntry entry() {
        return entry;
    }

    void recorded(ChangeEntry added) {
        entry = added;
    }

    ChangeResult result(long version, long handedOver, @Nullable Instant revertsAt) {
        return new ChangeResult(
                request.flow(),
                request.dryRun(),
                plan == null ? version : plan.before().version(),
                version,
                layout(),
                slots(),
                handedOver,
                elapsed(),
                revertsAt,
                List.of());
    }

    /** Returns the entry of a change that succeeded. The history gives it its number. */
    ChangeEntry successEntry(ChangeResult result) {
        return entry(outcome(), result.oldVersion(), result.version(), result.handedOver(), null)
                .trial(onTrial(result.revertsAt()));
    }

    private ChangeEntry.Outcome outcome() {
        if (action == ChangeEntry.Action.CONFIRM) {
            return ChangeEntry.Outcome.CONFIRMED;
        }
        return slots().isEmpty() ? ChangeEntry.Outcome.UNCHANGED : ChangeEntry.Outcome.CHANGED;
    }

    /**
     * Returns the entry of a change that failed. If it failed after the layout had changed, the outcome is that change.
     *
     * @param version the version of the layout now
     * @param revertsAt when the trial of the request ends, or null
     */
    ChangeEntry failureEntry(Throwable failure, long version, @Nullable Instant revertsAt) {
        ChangeEntry.Outcome failed =
                failure instanceof ConcorException ? ChangeEntry.Outcome.REFUSED : ChangeEntry.Outcome.FAILED;
        boolean changed =
                plan != null && !plan.isEmpty() && version == plan.after().version();
        return entry(
                        changed ? ChangeEntry.Outcome.CHANGED : failed,
                        version - 1,
                        version,
                        0,
                        String.valueOf(failure.getMessage()))
                .trial(changed ? onTrial(revertsAt) : null);
    }

    private static @Nullable OnTrial onTrial(@Nullable Instant until) {
        return until == null ? null : new OnTrial(until, TrialState.PENDING);
    }

    private ChangeEntry entry(
            ChangeEntry.Outcome outcome, long oldVersion, long version, long handedOver, @Nullable String error) {
        return new ChangeEntry(
                request.flow(),
                0,
                clock.now(),
                action,
                outcome,
                oldVersion,
                version,
                request.origin(),
                request.reason(),
                slots(),
                handedOver,
                elapsed(),
                error,
                null);
    }

    private Duration elapsed() {
        return Duration.ofNanos(clock.nanos() - startNanos);
    }

    /** Returns the slots that differ or, as long as these are not known, those that the request names. */
    private List<SlotChange> slots() {
        if (plan != null) {
            return plan.slots();
        }
        List<SlotChange> named = new ArrayList<>();
        request.slots()
                .forEach((slot, settings) -> named.add(
                        new SlotChange(SafeText.shown(slot), present.slots().get(slot), settings.orElse(null))));
        return named;
    }
}
