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

/** What is known so far of one change on its way. Not thread-safe. */
final class ChangeInProgress {

    private final ChangeEntry.Action action;
    private final ChangeClock clock;
    private final long startNanos;
    private final Function<Layout, ChangeRequest> asked;
    private final @Nullable Preset applied;
    private ChangeRequest request;
    private Layout present;
    private @Nullable PlannedChange planned;
    private @Nullable ChangeEntry entry;

    /**
     * A report.
     *
     * @param asked what is asked for, which may follow from the layout that is there
     * @param applied the preset of which the change makes the layout, or null
     * @param present the layout when it is asked for
     */
    ChangeInProgress(
            ChangeEntry.Action action,
            Function<Layout, ChangeRequest> asked,
            @Nullable Preset applied,
            Layout present,
            ChangeClock clock) {
        this.action = action;
        this.asked = asked;
        this.applied = applied;
        this.clock = clock;
        this.startNanos = clock.nanos();
        this.request = asked.apply(present);
        this.present = present;
    }

    /** The preset of which the change makes the layout, or null. */
    @Nullable
    Preset applied() {
        return applied;
    }

    ChangeRequest request() {
        return request;
    }

    /** The layout as it is once nobody else changes it. */
    void present(Layout layout) {
        present = layout;
    }

    /** What is asked for, now that nobody else changes the layout. */
    ChangeRequest asked() {
        return asked.apply(present);
    }

    void planned(ChangeRequest resolved, PlannedChange change) {
        request = resolved;
        planned = change;
    }

    /** The layout that was to be, as far as it is known. */
    Layout layout() {
        return planned == null ? present : planned.after();
    }

    @Nullable
    ChangeEntry entry() {
        return entry;
    }

    void entered(ChangeEntry added) {
        entry = added;
    }

    ChangeResult result(long version, long handedOver, @Nullable Instant revertsAt) {
        return new ChangeResult(
                request.flow(),
                request.dryRun(),
                planned == null ? version : planned.before().version(),
                version,
                layout(),
                slots(),
                handedOver,
                took(),
                revertsAt,
                List.of());
    }

    /** An entry for the history, which gives it its number. */
    ChangeEntry done(ChangeEntry.Outcome outcome, ChangeResult result) {
        return entry(outcome, result.oldVersion(), result.version(), result.handedOver(), null)
                .trial(onTrial(result.revertsAt()));
    }

    /**
     * An entry for something that failed; where it failed once the layout was changed, it is changed, and on trial
     * where it was asked for that.
     */
    ChangeEntry failed(Throwable failure, long version, @Nullable Instant revertsAt) {
        ChangeEntry.Outcome outcome =
                failure instanceof ConcorException ? ChangeEntry.Outcome.REFUSED : ChangeEntry.Outcome.FAILED;
        boolean changed = planned != null
                && !planned.nothing()
                && version == planned.after().version();
        return entry(
                        changed ? ChangeEntry.Outcome.CHANGED : outcome,
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
                took(),
                error,
                null);
    }

    private Duration took() {
        return Duration.ofNanos(clock.nanos() - startNanos);
    }

    private List<SlotChange> slots() {
        return planned == null ? named() : planned.slots();
    }

    private List<SlotChange> named() {
        List<SlotChange> named = new ArrayList<>();
        request.slots()
                .forEach((slot, wanted) -> named.add(
                        new SlotChange(SafeText.shown(slot), present.slots().get(slot), wanted.orElse(null))));
        return named;
    }
}
