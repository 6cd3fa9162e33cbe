package io.concor.kafka.administration;

import io.concor.QueueStoreException;
import io.concor.kafka.record.HeldKey;
import io.concor.kafka.record.LetterRecord;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.topic.QueueTopics;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * What a person decides about dead letters of a queue. They leave it some at a time, the first ones first, so that whatever happens
 * most are done; one that brokers do not take stays, and the others go on. For one thread.
 */
final class LetterDecision implements QueueChanges.Change {

    private static final int MOST_IN_TRANSACTION = 500;
    private static final long MOST_BYTES_IN_TRANSACTION = 8L << 20;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final QueueTopics topics;
    private final LetterFollower letters;
    private final LetterLog log;
    private final LetterChoice choice;
    private final Fate fate;
    private final Duration most;
    private final long began = System.nanoTime();
    private final long end;
    private long after = -1;
    private long done;
    private long refused;
    private String firstRefused = "";

    /**
     * @param most how long it may take
     */
    LetterDecision(
            QueueTopics topics, LetterFollower letters, LetterLog log, LetterChoice choice, Fate fate, Duration most) {
        this.topics = topics;
        this.letters = letters;
        this.log = log;
        this.choice = choice;
        this.fate = fate;
        this.most = most;
        end = log.end(); // what dies again meanwhile is not chosen again
    }

    /** What becomes of a dead letter. */
    @FunctionalInterface
    interface Fate {

        /** Returns what is put in its place; null if nothing is. */
        @Nullable
        ProducerRecord<byte[], byte[]> of(LetterRecord letter);
    }

    /** A dead letter as it was read. */
    private record Found(LetterRecord letter, ConsumerRecord<byte[], byte[]> record) {

        static Found of(ConsumerRecord<byte[], byte[]> record) {
            return new Found(RecordCodec.readLetter(record), record);
        }
    }

    /** A record is not taken, whoever writes it. */
    private static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(Throwable cause) {
            super(cause);
        }
    }

    /** Returns how many dead letters it has moved or deleted. */
    long done() {
        return done;
    }

    /** Begun anew, it goes on behind what is done. */
    @Override
    public void with(KafkaProducer<byte[], byte[]> producer) {
        LetterIndex index = known();
        long doneThen = done;
        while (true) {
            boolean settled = index.isSettled(end) && (index.isComplete() || done == doneThen);
            List<Long> places = index.choose(this::mayFit, MOST_IN_TRANSACTION, MOST_BYTES_IN_TRANSACTION)
                    .places();
            if (!places.isEmpty()) {
                requireTime();
                decide(producer, places);
            } else if (settled) {
                requireAll(index);
                return;
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS); // it learns what is done, or reads more
                index = known();
                doneThen = done;
            }
        }
    }

    /** What others have done before is known then. */
    private LetterIndex known() {
        return letters.read(topics, log.end(), Duration.ofNanos(leftNanos()))
                .map(FollowedQueue::index)
                .orElseThrow(() -> refusal(Sentence.of(
                        "The dead letters of the topic '%s' are being read, which takes longer than %d seconds; %d were handled."
                                + " Try again in a while",
                        topics.dead(), most.toSeconds(), done)));
    }

    private long leftNanos() {
        return Math.max(0, most.toNanos() - (System.nanoTime() - began));
    }

    private void requireTime() {
        if (leftNanos() == 0 && done > 0) {
            throw refusal(Sentence.of(
                    "%d dead letters of the topic '%s' were handled within %d seconds, and there are more. Do the same again:"
                            + " it goes on with those",
                    done, topics.dead(), most.toSeconds()));
        }
    }

    private void requireAll(LetterIndex index) {
        if (refused > 0) {
            throw refusal(Sentence.of(
                    "%d dead letters of the topic '%s' were handled; %d were not taken by the brokers, and stay; the first is"
                            + " %s. Raise max.message.bytes of the topic '%s', or delete them",
                    done, topics.dead(), refused, firstRefused, topics.events()));
        }
        if (!index.isComplete() && !(choice.number() != null && done > 0)) {
            throw refusal(Sentence.of(
                    "%d dead letters of the topic '%s' were handled; of the %d that there are, the last ones were not looked"
                            + " at, as there are too many for the memory of a process. Requeue or delete others first",
                    done, topics.dead(), index.count()));
        }
    }

    private static QueueStoreException refusal(String text) {
        return new QueueStoreException(text, false, null);
    }

    private void decide(KafkaProducer<byte[], byte[]> producer, List<Long> places) {
        List<Found> some =
                log.read(places).stream().map(Found::of).filter(this::fits).toList();
        if (!some.isEmpty()) {
            move(producer, some);
        }
        after = places.get(places.size() - 1);
    }

    /** If one is not taken, halves are tried: that one stays. */
    private void move(KafkaProducer<byte[], byte[]> producer, List<Found> some) {
        try {
            producer.beginTransaction();
            send(producer, some);
            producer.commitTransaction();
            done += some.size();
            after = some.get(some.size() - 1).record().offset();
        } catch (RefusedException untaken) {
            producer.abortTransaction();
            if (some.size() == 1) {
                refused(some.get(0), untaken);
            } else {
                int half = some.size() / 2;
                move(producer, some.subList(0, half));
                move(producer, some.subList(half, some.size()));
            }
        }
    }

    private void refused(Found one, RefusedException untaken) {
        if (refused == 0) {
            firstRefused =
                    Sentence.of("'%s': %s", SafeText.shown(one.letter().id()), String.valueOf(untaken.getCause()));
        }
        refused++;
        after = one.record().offset();
    }

    private void send(KafkaProducer<byte[], byte[]> producer, List<Found> some) throws RefusedException {
        List<Future<?>> sent = new ArrayList<>();
        for (Found each : some) {
            ProducerRecord<byte[], byte[]> put = fate.of(each.letter());
            if (put != null) {
                sent.add(producer.send(put));
                requireTaken(sent.subList(sent.size() - 1, sent.size()));
            }
            sent.add(producer.send(
                    RecordCodec.tombstone(topics.dead(), 0, each.record().key())));
        }
        producer.flush();
        requireTaken(sent);
    }

    private static void requireTaken(List<Future<?>> sent) throws RefusedException {
        for (Future<?> each : sent) {
            Throwable failed = KafkaCalls.failureSoFar(each);
            if (failed instanceof RecordTooLargeException
                    || failed instanceof InvalidRecordException
                    || failed instanceof InvalidTimestampException) {
                throw new RefusedException(failed);
            }
            if (failed != null) {
                throw failed instanceof KafkaException known ? known : new KafkaException(failed);
            }
        }
    }

    /** As far as it is known without the message. */
    private boolean mayFit(LetterIndex.Entry letter) {
        String id = choice.id();
        return letter.place() > after
                && letter.place() < end
                && (choice.number() == null || choice.number() == NumberedLetter.number(letter.place()))
                && (id == null
                        || letter.event().equals(HeldKey.name(id))
                        || letter.name().equals(LetterIndex.name(RecordCodec.key(id))))
                && isOfError(letter.error())
                && isOldEnough(letter.lastFailed());
    }

    private boolean fits(Found found) {
        String id = choice.id();
        LetterRecord letter = found.letter();
        return id == null || id.equals(letter.event().id()) || id.equals(letter.id());
    }

    private boolean isOfError(String found) {
        String error = choice.error();
        return error == null || found.equals(error) || found.endsWith("." + error);
    }

    private boolean isOldEnough(long lastFailed) {
        Long older = choice.olderThanMillis();
        return older == null || System.currentTimeMillis() - lastFailed >= older;
    }
}
