package io.concor.kafka.event;

import io.concor.kafka.record.BegunAttempts;
import java.util.List;

/**
 * The progress of a partition as a transaction writes it.
 *
 * @param changes what the transaction changes
 * @param value the record
 * @param low the lowest offset that is not done
 * @param doneAbove how many offsets between that and the position are done
 * @param covered the rows of a database that are not needed when the transaction is committed
 * @param begun which attempts may have begun
 */
@SuppressWarnings("ArrayRecordComponent") // compared by no one
public record ProgressUpdate(
        List<ProgressChange> changes,
        byte[] value,
        long low,
        long doneAbove,
        List<UncoveredRow> covered,
        BegunAttempts begun) {}
