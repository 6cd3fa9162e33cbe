package io.concor.kafka.read;

import io.concor.kafka.event.UncoveredRow;
import io.concor.kafka.record.DoneRecord;
import io.concor.kafka.record.ProgressRecord;
import io.concor.queues.ledger.LedgerRow;
import io.concor.text.Sentence;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** What former owners have written of a partition's progress, if that can be read. For the reader's thread. */
final class FoundProgress {

    private static final byte[] KEY = ProgressRecord.KEY.getBytes(StandardCharsets.UTF_8);

    private final String queue;
    private final int partition;
    private @Nullable ProgressRecord last;
    private @Nullable IllegalStateException unreadableRow;
    private @Nullable IllegalStateException unreadableRecord;

    FoundProgress(String queue, int partition) {
        this.queue = queue;
        this.partition = partition;
    }

    /** Returns the last record; null if there is none. */
    @Nullable
    ProgressRecord last() {
        return last;
    }

    /** Returns whether there is a record, even one that cannot be read. */
    boolean isThere() {
        return last != null || unreadableRecord != null;
    }

    /** Returns why what there is cannot be used; null if it can. */
    @Nullable
    IllegalStateException unreadable() {
        return unreadableRow == null ? unreadableRecord : unreadableRow;
    }

    /** Reads the rows of a database; returns none if one cannot be read. */
    List<UncoveredRow> rows(List<LedgerRow> written) {
        try {
            return written.stream().map(this::row).toList();
        } catch (IllegalStateException unreadable) {
            unreadableRow = unreadable;
            return List.of();
        }
    }

    private UncoveredRow row(LedgerRow written) {
        try {
            return new UncoveredRow(written.epoch(), written.id(), DoneRecord.read(written.done()));
        } catch (IllegalStateException unreadable) {
            throw new IllegalStateException(
                    Sentence.of(
                            "The row %d of the epoch %d, which says what has ended in the partition %d of the queue %s, cannot be read: %s",
                            written.id(), written.epoch(), partition, queue, unreadable.getMessage()),
                    unreadable);
        }
    }

    /** Reads a record of the topic. A later one takes the place of an earlier one. */
    void read(ConsumerRecord<byte[], byte[]> found) {
        if (!Arrays.equals(KEY, found.key())) {
            return;
        }
        if (found.value() == null) { // by a person, as no process of Concor deletes it
            unreadableRecord = null;
            return;
        }
        try {
            last = ProgressRecord.read(found.value());
            unreadableRecord = null;
        } catch (RuntimeException unreadable) {
            unreadableRecord = new IllegalStateException(
                    "The record at offset " + found.offset() + " of " + found.topic() + "-" + found.partition()
                            + " cannot be read: " + unreadable.getMessage(),
                    unreadable);
        }
    }
}
