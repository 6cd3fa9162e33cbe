package io.concor.queues.write;

import io.concor.QueueStoreException;
import io.concor.queue.FailedAttempts;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queues.row.NewLetter;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.RowFailure;
import io.concor.text.Sentence;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter that waits to be kept.
 *
 * @param queue the one that it enters when it is requeued
 * @param row what enters there
 */
public record LetterRequest(QueueDefinition queue, NewRow row, FailedAttempts failed, PutReceipt receipt) {

    /** Returns the slot among whose dead letters it is kept. */
    String slot() {
        return failed.last().component();
    }

    /** Returns what is written now. */
    NewLetter letter(int number) {
        NewRow event = new NewRow(number, row.lane(), row.eventId(), false, row.key(), row.message(), row.headers(), 0);
        return new NewLetter(
                event,
                queue.slot(),
                failed.attempts(),
                age(failed.firstFailed()),
                age(failed.lastFailed()),
                RowFailure.of(failed.last()));
    }

    /** The clock of the database may be another one. */
    private static long age(Instant moment) {
        return Math.max(0, Duration.between(moment, Instant.now()).toMillis());
    }

    QueueStoreException refused(String reason, @Nullable Throwable cause) {
        return new QueueStoreException(
                Sentence.of(
                        "The event '%s' could not be kept among the dead letters of %s.%s: %s",
                        row.eventId(), queue.flow(), slot(), reason),
                false,
                cause);
    }
}
