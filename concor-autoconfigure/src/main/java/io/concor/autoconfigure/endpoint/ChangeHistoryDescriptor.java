package io.concor.autoconfigure.endpoint;

import io.concor.manage.ChangeEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What became of the changes of a flow.
 *
 * @param flow the flow's name
 * @param version the version of the layout
 * @param trial the change on trial, left out where there is none
 * @param changes the entries, newest first
 */
public record ChangeHistoryDescriptor(
        String flow, long version, @Nullable TrialDescriptor trial, List<RecordedChange> changes)
        implements OperationResponseBody {

    /**
     * The same of every flow.
     *
     * @param flows the flows, sorted by name
     */
    public record AllHistories(List<ChangeHistoryDescriptor> flows) implements OperationResponseBody {}

    /**
     * One entry.
     *
     * @param number grows by one with each entry of the flow
     * @param at when it was entered, such as {@code 2026-01-31T12:00:00Z}
     * @param action {@code change}, {@code confirm}, {@code undo} or {@code revert}
     * @param outcome {@code changed}, {@code unchanged}, {@code confirmed}, {@code refused} or {@code failed}
     * @param oldVersion the version of the layout before
     * @param version the version after
     * @param source {@code endpoint}, {@code jmx}, {@code java}, {@code preset}, {@code start}, {@code revert},
     *     {@code undo} or {@code configuration}
     * @param who who asked for it, left out where nobody is known
     * @param reason why, left out where nothing was said
     * @param preset the preset that was applied, left out where none was
     * @param error why it was not done, left out where it was
     * @param handedOver how many waiting events the change met
     * @param tookMicros how long it took, in microseconds
     * @param slots the slots that differ, or would
     * @param trial of a change on trial how that goes, left out else
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
     * How the trial of a change goes.
     *
     * @param until when it ends, or was to end, by itself
     * @param state {@code pending}, {@code confirmed}, {@code reverted}, {@code undone} or {@code closed}
     */
    public record TrialResult(String until, String state) {

        static @Nullable TrialResult of(ChangeEntry.@Nullable OnTrial trial) {
            return trial == null
                    ? null
                    : new TrialResult(trial.until().toString(), trial.state().toString());
        }
    }
}
