package io.concor.kafka.outbox;

import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import io.concor.queue.StoredEvent;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.outbox.CarriedEvent;

/**
 * An event that an outbox has handed out.
 *
 * @param event the event
 * @param row the number of its row, which no other row of that database has
 * @param message its message
 */
record OutboxEvent(StoredEvent event, long row, EncodedMessage message) {

    static OutboxEvent of(StoredEvent event) {
        return new OutboxEvent(event, ((ClaimedEvent) event).rowId(), CarriedEvent.message(event));
    }

    int bytes() {
        return message.body().length;
    }

    /** Returns what is put into Kafka. */
    EventRecord record() {
        CarriedEvent carried = CarriedEvent.unpack(event);
        return new EventRecord(
                carried.id(),
                carried.unique(),
                event.key(),
                message,
                carried.headers(),
                event.put().toEpochMilli(),
                carried.dueAt(),
                FailedTries.NONE,
                null,
                null);
    }
}
