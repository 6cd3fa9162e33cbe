package io.concor.kafka.write;

import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.event.PartitionLease;
import io.concor.kafka.event.ProgressChange;
import io.concor.kafka.event.RemoteEnd;
import io.concor.kafka.event.RemoteEvent;
import io.concor.kafka.record.EventRecord;
import io.concor.kafka.record.FailedTries;
import io.concor.kafka.record.KeptTry;
import io.concor.kafka.record.KeyHold;
import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.record.UniqueId;
import io.concor.queue.Ending;
import io.concor.queues.row.RowFailure;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction writes for an end.
 *
 * @param end the end
 * @param put the record that it puts, or null
 * @param changes what it changes in the progress of its partition
 */
record EndPlan(RemoteEnd end, @Nullable ProducerRecord<byte[], byte[]> put, List<ProgressChange> changes) {

    private static final byte[] NOTHING = new byte[0];

    /** @param now epoch milliseconds */
    static EndPlan of(RemoteEnd end, long now) {
        RemoteEvent event = end.event();
        Ending ending = end.ending();
        if (event == null) {
            return skip(end);
        }
        return ending == null ? move(end, event) : of(end, event, ending, now);
    }

    /** Returns its id, if it is unique and has left its place; null if not. */
    @Nullable
    UniqueId seen() {
        RemoteEvent event = end.event();
        return event == null || !event.record().unique() || end.keepsPlace()
                ? null
                : new UniqueId(event.id(), event.record().putAt());
    }

    /**
     * Returns the record of the id of a unique event that has ended.
     *
     * @param present whether it has the present time: brokers do not take that of the put
     */
    static ProducerRecord<byte[], byte[]> seen(PartitionLease lease, UniqueId unique, boolean present) {
        long putAt = Math.max(0, Math.min(unique.putAt(), System.currentTimeMillis()));
        return new ProducerRecord<>(
                lease.queue().topics().seen(),
                lease.partition(),
                present ? null : putAt,
                RecordCodec.key(unique.id()),
                NOTHING);
    }

    private static EndPlan skip(RemoteEnd end) {
        List<Long> places = end.skipped();
        List<ProgressChange> changes = IntStream.range(0, places.size())
                .mapToObj(i -> i == 0 ? first(end, places.get(0)) : ProgressChange.done(places.get(i), null))
                .toList();
        return new EndPlan(end, null, changes);
    }

    private static ProgressChange first(RemoteEnd end, long place) {
        return end.purges() ? ProgressChange.purged(place) : ProgressChange.done(place, end.released());
    }

    private static EndPlan move(RemoteEnd end, RemoteEvent event) {
        EventRecord again = event.record().again(event.tries(), event.record().dueAt());
        return done(end, event, event.lease().queue().recordOf(again));
    }

    private static EndPlan of(RemoteEnd end, RemoteEvent event, Ending ending, long now) {
        if (ending instanceof Ending.HandedOn on) {
            OpenQueue next = Objects.requireNonNull(end.next());
            return done(end, event, next.recordOf(next.eventRecord(on.event())));
        }
        if (ending instanceof Ending.Postponed postponed) {
            return postponed(end, event, postponed, now);
        }
        return ending instanceof Ending.Dead dead ? dead(end, event, dead, now) : done(end, event, null);
    }

    private static EndPlan done(RemoteEnd end, RemoteEvent event, @Nullable ProducerRecord<byte[], byte[]> put) {
        return new EndPlan(end, put, List.of(ProgressChange.done(event.offset(), end.released())));
    }

    /** Where it holds its order it keeps its place. */
    private static EndPlan postponed(RemoteEnd end, RemoteEvent event, Ending.Postponed postponed, long now) {
        FailedTries tries = event.triesFailed(now);
        long delay = postponed.delay().toMillis();
        if (end.keepsPlace()) {
            KeptTry kept = new KeptTry(tries, now + delay);
            return new EndPlan(end, null, List.of(ProgressChange.kept(event.offset(), kept)));
        }
        EventRecord again = event.record().again(tries, delay == 0 ? 0 : now + delay);
        return done(end, event, event.lease().queue().recordOf(again));
    }

    private static EndPlan dead(RemoteEnd end, RemoteEvent event, Ending.Dead dead, long now) {
        OpenQueue queue = event.lease().queue();
        int partition = event.lease().partition();
        EventRecord failed = event.record().again(event.triesFailed(now), 0);
        RowFailure failure = RowFailure.of(dead.failure());
        LetterRecord letter = new LetterRecord(
                event.lease().letterId(event.offset()),
                end.bare() ? failed.withoutMessage() : failed,
                queue.definition().slot(),
                partition,
                end.bare() ? withoutMessage(end, failed, failure) : failure);
        ProducerRecord<byte[], byte[]> put = RecordCodec.write(queue.topics().dead(), letter);
        String key = event.orderKey();
        if (key == null || !end.holdsOrder()) {
            return done(end, event, put);
        }
        KeyHold hold = new KeyHold(letter.id(), event.rank());
        return new EndPlan(end, put, List.of(ProgressChange.held(event.offset(), key, hold, end.released())));
    }

    private static RowFailure withoutMessage(RemoteEnd end, EventRecord failed, RowFailure failure) {
        String text = Sentence.of(
                "Its message of %d bytes is not kept, as the topic '%s' did not take it. The event had failed by: %s",
                failed.message().body().length, end.lease().queue().topics().dead(), failure.errorMessage());
        return new RowFailure(failure.component(), failure.errorType(), text, failure.holds());
    }
}
