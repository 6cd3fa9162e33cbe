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
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A change that waits for its turn or runs, and what is known about it so far. Not thread-safe. */
final class ChangeInProgress {

    final Action action;
    /** The request as far as it was known before the change had its turn. */
    final ChangeRequest request;
    /** The preset from which the change creates the layout, or null. */
    final @Nullable Preset applied;

    private final Function<Layout, ChangeRequest> resolution;
    private final ChangeClock clock;
    private final long startNanos;
    private @Nullable Plan plan;
    private @Nullable ChangeEntry entry;

    /** @param resolution returns the request that names all slots, when the change has its turn */
    ChangeInProgress(
            Action action,
            ChangeRequest request,
            Function<Layout, ChangeRequest> resolution,
            @Nullable Preset applied,
            ChangeClock clock) {
        this.action = action;
        this.request = request;
        this.resolution = resolution;
        this.applied = applied;
        this.clock = clock;
        this.startNanos = clock.nanos();
    }

    /**
     * Plans the change. Called when it has its turn.
     *
     * @param basis the layout to which the request is applied
     */
    Plan plan(ChangePlanner planner, Layout basis, Layout present) {
        plan = planner.plan(resolution.apply(basis), basis, present);
        return plan;
    }

    /** Returns the plan of a change that has had its turn. */
    Plan plan() {
        return Objects.requireNonNull(plan);
    }

    @Nullable
    ChangeEntry entry() {
        return entry;
    }

    void recorded(ChangeEntry added) {
        entry = added;
    }

    ChangeResult result(long handedOver, @Nullable Instant revertsAt) {
        boolean dryRun = request.dryRun();
        long oldVersion = plan().before().version();
        Layout layout = plan().after();
        return new ChangeResult(
                request.flow(),
                dryRun,
                oldVersion,
                dryRun ? oldVersion : layout.version(),
                layout,
                plan().slots(),
                handedOver,
                elapsed(),
                revertsAt,
                List.of());
    }

    ChangeEntry successEntry(ChangeResult result) {
        Outcome differs = result.slots().isEmpty() ? Outcome.UNCHANGED : Outcome.CHANGED;
        Outcome outcome = action == Action.CONFIRM ? Outcome.CONFIRMED : differs;
        return entry(outcome, result.version(), result.slots(), result.handedOver(), null, result.revertsAt());
    }

    /**
     * Returns the entry of a change that failed. If it failed after the layout had changed, the outcome is that change.
     *
     * @param present the layout now
     * @param revertsAt when the trial of the request ends, or null
     */
    ChangeEntry failureEntry(Throwable failure, Layout present, @Nullable Instant revertsAt) {
        boolean expected = failure instanceof ConcorException;
        String error = expected ? String.valueOf(failure.getMessage()) : SafeText.of(failure);
        long version = present.version();
        if (plan != null && !plan.isEmpty() && plan.after().version() == version) {
            return entry(Outcome.CHANGED, version, plan.slots(), 0, error, revertsAt);
        }
        Outcome failed = expected ? Outcome.REFUSED : Outcome.FAILED;
        return entry(failed, version, plan == null ? named(present) : plan.slots(), 0, error, null);
    }

    /** The history will number the entry. */
    private ChangeEntry entry(
            Outcome outcome,
            long version,
            List<SlotChange> slots,
            long handedOver,
            @Nullable String error,
            @Nullable Instant revertsAt) {
        return new ChangeEntry(
                request.flow(),
                0,
                clock.now(),
                action,
                outcome,
                version,
                request.origin(),
                request.reason(),
                slots,
                handedOver,
                elapsed(),
                error,
                revertsAt == null ? null : new OnTrial(revertsAt, TrialState.PENDING));
    }

    private Duration elapsed() {
        return Duration.ofNanos(clock.nanos() - startNanos);
    }

    private List<SlotChange> named(Layout present) {
        return request.slots().entrySet().stream()
                .map(wanted -> new SlotChange(
                        SafeText.shown(wanted.getKey()),
                        present.slots().get(wanted.getKey()),
                        wanted.getValue().orElse(null)))
                .toList();
    }
}
