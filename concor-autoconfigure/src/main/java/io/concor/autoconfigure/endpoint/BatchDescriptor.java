package io.concor.autoconfigure.endpoint;

import io.concor.BatchSettings;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.autoconfigure.properties.SettingFormat;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a slot that are of batches. Absent in front of a component that is no batch component.
 *
 * @param batch the largest number of events in a batch
 * @param linger how long a thread waits for more events of a batch, such as {@code 5ms}
 * @param batchTarget the time that the size of batches follows, such as {@code 200ms}; absent without a target
 * @param batchErrors {@code fail} or {@code split}: what an error does to the events of a batch
 */
public record BatchDescriptor(
        int batch, String linger, @Nullable String batchTarget, String batchErrors) {

    static @Nullable BatchDescriptor of(@Nullable BatchSettings batches) {
        return batches == null
                ? null
                : new BatchDescriptor(
                        batches.size(),
                        SettingFormat.format(batches.linger()),
                        format(batches.target()),
                        batches.errors().toString());
    }

    private static @Nullable String format(@Nullable Duration target) {
        return target == null ? null : SettingFormat.format(target);
    }

    /** Adds the columns of these settings to a table; they are left out unless a row has them. */
    static <R> TextTable<R> columns(TextTable<R> table, Function<R, @Nullable BatchDescriptor> batches) {
        return table.numberIfAny("batch", optional(batches, BatchDescriptor::batch))
                .textIfAny("linger", optional(batches, BatchDescriptor::linger))
                .textIfAny("batch-target", optional(batches, BatchDescriptor::batchTarget))
                .textIfAny("batch-errors", optional(batches, BatchDescriptor::batchErrors));
    }

    private static <R> Function<R, @Nullable Object> optional(
            Function<R, @Nullable BatchDescriptor> batches, Function<BatchDescriptor, @Nullable Object> setting) {
        return row -> {
            BatchDescriptor present = batches.apply(row);
            return present == null ? null : setting.apply(present);
        };
    }
}
