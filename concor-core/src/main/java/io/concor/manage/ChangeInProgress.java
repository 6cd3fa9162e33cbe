package io.concor.manage;

import io.concor.ConcorException;
import io.concor.layout.Layout;
import io.concor.manage.ChangeEntry.Action;
import io.concor.manage.ChangeEntry.OnTrial;
import io.concor.manage.ChangeEntry.Outcome;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.ChangePlanner.Plan;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.preset.Preset;
import io.concor.text.SafeText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A change that waits for its turn or runs, and what is known about it so far. Not thread-safe. */
final class ChangeInProgress {

    private final Action action;
    private final Function<Layout, ChangeRequest> resolution;
    private final @Nullable Preset applied;
    private final ChangeClock clock;
    private final long startNanos;
    private ChangeRequest request;
    private Layout present;
    private @Nullable Plan plan;
    private @Nullable ChangeEntry entry;

    /**
     * @param request the request as far as it is known before the change has its turn
     * @param resolution returns the request that names all slots, when the change has its turn
     * @param applied the preset from which the change creates the layout, or null
     * @param present the layout at the time of the call
     */
    ChangeInProgress(
            Action action,
            ChangeRequest request,
            Function<Layout, ChangeRequest> resolution,
            @Nullable Preset applied,
            Layout present,
            ChangeClock clock) {
        this.action = action;
        this.request = request;
        this.resolution = resolution;
        this.applied = applied;
        this.present = present;
        this.clock = clock;
        this.startNanos = clock.nanos();
    }

    Action action() {
        return action;
    }

    @Nullable
    Preset applied() {
        return applied;
    }

    ChangeRequest request() {
        return request;
    }

    /** Called when the change has its turn. */
    void present(Layout layout) {
        present = layout;
    }

    /** Returns the layout when the change had its turn; before that, at the time of the call. */
    Layout present() {
        return present;
    }

    /** @param basis the layout to which the request is applied */
    ChangeRequest resolve(Layout basis) {
        request = resolution.apply(basis);
        return request;
    }

    void planned(Plan planned) {
        plan = planned;
    }

    /** Returns the entry in the history, or null if there is none. */
    @Nullable
    ChangeEntry entry() {
        return entry;
    }

    void recorded(ChangeEntry added) {
        entry = added;
    }

    ChangeResult result(Plan carriedOut, long handedOver, @Nullable Instant revertsAt) {
        long oldVersion = carriedOut.before().version();
        Layout layout = carriedOut.after();
        return new ChangeResult(
                request.flow(),
                request.dryRun(),
                oldVersion,
                request.dryRun() ? oldVersion : layout.version(),
                layout,
                carriedOut.slots(),
                handedOver,
                elapsed(),
                revertsAt,
                List.of());
    }

    ChangeEntry successEntry(ChangeResult result) {
        Outcome differs = result.slots().isEmpty() ? Outcome.UNCHANGED : Outcome.CHANGED;
        Outcome outcome = action == Action.CONFIRM ? Outcome.CONFIRMED : differs;
        return entry(outcome, result.version(), result.handedOver(), null, result.revertsAt());
    }

    /**
     * Returns the entry of a change that failed. If it failed after the layout had changed, the outcome is that change.
     *
     * @param version the version of the layout now
     * @param revertsAt when the trial of the request ends, or null
     */
    ChangeEntry failureEntry(Throwable failure, long version, @Nullable Instant revertsAt) {
        boolean expected = failure instanceof ConcorException;
        String error = expected ? String.valueOf(failure.getMessage()) : SafeText.of(failure);
        if (plan != null && !plan.isEmpty() && plan.after().version() == version) {
            return entry(Outcome.CHANGED, version, 0, error, revertsAt);
        }
        Outcome failed = expected ? Outcome.REFUSED : Outcome.FAILED;
        return entry(failed, version, 0, error, null);
    }

    /** The history will number the entry. */
    private ChangeEntry entry(
            Outcome outcome, long version, long handedOver, @Nullable String error, @Nullable Instant revertsAt) {
        return new ChangeEntry(
                request.flow(),
                0,
                clock.now(),
                action,
                outcome,
                version,
                request.origin(),
                request.reason(),
                plan == null ? named() : plan.slots(),
                handedOver,
                elapsed(),
                error,
                revertsAt == null ? null : new OnTrial(revertsAt, TrialState.PENDING));
    }

    private Duration elapsed() {
        return Duration.ofNanos(clock.nanos() - startNanos);
    }

    private List<SlotChange> named() {
        List<SlotChange> named = new ArrayList<>();
        request.slots()
                .forEach((slot, settings) -> named.add(
                        new SlotChange(SafeText.shown(slot), present.slots().get(slot), settings.orElse(null))));
        return named;
    }
}
