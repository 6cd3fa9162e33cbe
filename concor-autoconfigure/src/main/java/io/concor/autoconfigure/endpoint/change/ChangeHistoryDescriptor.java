package io.concor.autoconfigure.endpoint.change;

import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.manage.ChangeEntry;
import io.concor.text.Sentence;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The change history of a flow.
 *
 * @param flow the name of the flow
 * @param version the version of the layout
 * @param trial the change on trial, absent if there is none
 * @param changes the entries, newest first
 */
public record ChangeHistoryDescriptor(
        String flow, long version, @Nullable TrialDescriptor trial, List<RecordedChange> changes)
        implements OperationResponseBody, PlainText {

    private static final TextTable<RecordedChange> TABLE = TextTable.<RecordedChange>create()
            .number("number", RecordedChange::number)
            .text("at", RecordedChange::at)
            .text("action", RecordedChange::action)
            .text("outcome", RecordedChange::outcome)
            .number("version", RecordedChange::version)
            .text("source", RecordedChange::source)
            .text("who", RecordedChange::who)
            .text("preset", RecordedChange::preset)
            .text("slots", RecordedChange::slotSettings)
            .number("handed over [events]", RecordedChange::handedOver)
            .number("took [ms]", change -> Rounding.millis(change.tookMicros()))
            .text("reason", RecordedChange::reason)
            .text("error", RecordedChange::error);

    @Override
    public String plainText() {
        return Sentence.of(
                "flow %s, layout version %d%s\n\n%s",
                flow, version, TrialDescriptor.words(trial), TABLE.format(changes));
    }

    /**
     * An entry of the history.
     *
     * @param number the number of the entry, which grows by one with each entry of the flow
     * @param at the time of the entry, such as {@code 2026-01-31T12:00:00Z}
     * @param action {@code change}, {@code confirm}, {@code undo} or {@code revert}
     * @param outcome {@code changed}, {@code unchanged}, {@code confirmed}, {@code refused} or {@code failed}
     * @param oldVersion the version of the layout before the change
     * @param version the version after the change
     * @param source {@code endpoint}, {@code jmx}, {@code java}, {@code preset}, {@code start}, {@code revert},
     *     {@code undo}, {@code configuration} or {@code autopilot}
     * @param who the authenticated user, absent if unknown
     * @param reason the reason, absent if none was given
     * @param preset the applied preset, absent if there is none
     * @param error why the change was not made, absent if it was
     * @param handedOver the number of waiting events that moved to another pool, or that the threads of a removed join
     *     still handled
     * @param tookMicros the duration in microseconds
     * @param slots the slots whose settings differ, or would differ
     * @param trial the state of the trial, absent for a change without a trial
     */
    public record RecordedChange(
            long number,
            String at,
            String action,
            String outcome,
            long oldVersion,
            long version,
            String source,
            @Nullable String who,
            @Nullable String reason,
            @Nullable String preset,
            @Nullable String error,
            long handedOver,
            long tookMicros,
            List<ChangeDescriptor.ChangedSlot> slots,
            @Nullable TrialResult trial) {

        private @Nullable String slotSettings() {
            return slots.isEmpty()
                    ? null
                    : slots.stream()
                            .map(change -> Sentence.of(
                                    "%s: %s",
                                    change.slot(), change.oldSettings().difference(change.newSettings())))
                            .collect(Collectors.joining("; "));
        }

        static RecordedChange of(ChangeEntry entry) {
            return new RecordedChange(
                    entry.number(),
                    entry.at().toString(),
                    entry.action().toString(),
                    entry.outcome().toString(),
                    entry.oldVersion(),
                    entry.version(),
                    entry.origin().source().toString(),
                    entry.origin().who(),
                    entry.reason(),
                    entry.origin().preset(),
                    entry.error(),
                    entry.handedOver(),
                    entry.took().toNanos() / 1_000,
                    entry.slots().stream().map(ChangeDescriptor.ChangedSlot::of).toList(),
                    TrialResult.of(entry.trial()));
        }
    }

    /**
     * The state of the trial of a change.
     *
     * @param until when the trial ends by itself
     * @param state {@code pending}, {@code confirmed}, {@code reverted}, {@code undone}, {@code superseded} or {@code closed}
     */
    public record TrialResult(String until, String state) {

        static @Nullable TrialResult of(ChangeEntry.@Nullable OnTrial trial) {
            return trial == null
                    ? null
                    : new TrialResult(trial.until().toString(), trial.state().toString());
        }
    }
}
