package io.concor.kafka.administration;

import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.LetterRecord;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.row.DeadRow;
import io.concor.queues.row.KeyHold;
import io.concor.queues.row.RowKey;

/**
 * A dead letter with its number, which is its place in the topic of dead letters, from 1.
 *
 * @param number the number
 * @param letter the letter
 */
record NumberedLetter(long number, LetterRecord letter) {

    private static final byte[] NOTHING = {};

    static NumberedLetter at(long place, LetterRecord letter) {
        return new NumberedLetter(number(place), letter);
    }

    /** Returns the number of a letter at a place. */
    static long number(long place) {
        return place + 1;
    }

    /** Returns whether later events of its key wait for it. */
    boolean holds() {
        return letter.failure().holds() && letter.partition() != LetterRecord.NOWHERE;
    }

    KeyHold hold() {
        EventRecord event = letter.event();
        return new KeyHold(
                event.key(), event.id(), number, letter.failure(), event.tries().lastFailed(), null);
    }

    /** @param message whether it has its message */
    DeadRow row(boolean message) {
        EventRecord event = letter.event();
        EncodedMessage kept = event.message();
        return new DeadRow(
                new RowKey(0, Math.max(0, letter.partition()), number),
                event.id(),
                event.key(),
                message ? kept : new EncodedMessage(kept.type(), kept.version(), NOTHING),
                kept.body().length,
                event.headers(),
                event.putAt(),
                event.tries().count(),
                event.tries().firstFailed(),
                event.tries().lastFailed(),
                letter.failure());
    }
}
