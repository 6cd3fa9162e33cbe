package io.concor.kafka.result;

import io.concor.kafka.record.RecordSize;
import io.concor.kafka.record.ResultCodec;
import io.concor.kafka.record.ResultRecord;
import io.concor.kafka.record.ResultRecord.Kind;
import io.concor.queue.AwaitedOutcome;
import io.concor.queue.OutcomeReceiver;
import io.concor.queue.ResultChannel;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.MessageFormat;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The results of one flow, by a topic of which each store reads one partition. Thread-safe. */
final class KafkaResultChannel implements ResultChannel {

    private static final Runnable NOTHING = () -> {};

    private final ResultAddress own;
    private final ResultPlace place;
    private final int largestRecord;
    private final Supplier<MessageFormat> formats;
    private final OutcomeReceiver receiver;
    private final ResultProducer producer;
    private final ResultReader reader;
    /** Made when it is needed: that it cannot be made must not keep a flow from starting whose results nobody awaits. */
    private volatile @Nullable MessageFormat format;

    private volatile boolean follows; // changed under this
    private boolean closed; // guarded by this

    /**
     * Where results are.
     *
     * @param topic the topic
     * @param partitions how many it has
     * @param end where the partition of this store ended before anything was asked
     */
    record ResultPlace(String topic, int partitions, long end) {}

    /**
     * @param own where this store receives results
     * @param largestRecord the client's {@code max.request.size}
     * @param formats makes what writes and reads values
     */
    KafkaResultChannel(
            ResultAddress own,
            ResultPlace place,
            int largestRecord,
            Supplier<MessageFormat> formats,
            OutcomeReceiver receiver,
            ResultProducer producer,
            ResultReader reader) {
        this.own = own;
        this.place = place;
        this.largestRecord = largestRecord;
        this.formats = formats;
        this.receiver = receiver;
        this.producer = producer;
        this.reader = reader;
    }

    private MessageFormat format() {
        MessageFormat present = format;
        if (present == null) {
            present = formats.get();
            format = present;
        }
        return present;
    }

    // what is asked

    /** Reading begins where the partition ended when the flow started, so no answer is missed while the reader is on its way. */
    @Override
    public String address() {
        if (!follows) {
            follow();
        }
        return own.text();
    }

    private synchronized void follow() {
        if (!follows && !closed) {
            reader.follow(partition(), place.end(), this::take);
            follows = true;
        }
    }

    private TopicPartition partition() {
        return new TopicPartition(place.topic(), own.partition());
    }

    private void take(ConsumerRecord<byte[], byte[]> found) {
        ResultRecord result = ResultCodec.isFor(own.asker(), found) ? ResultCodec.read(found) : null;
        AwaitedOutcome outcome = result == null ? null : outcome(result);
        if (result != null && outcome != null) {
            receiver.received(result.event(), outcome);
        }
    }

    /** Returns null for what only processes of a later version know. */
    private @Nullable AwaitedOutcome outcome(ResultRecord result) {
        return switch (result.kind()) {
            case VALUE -> value(result.message());
            case FAILED -> new AwaitedOutcome.Failed(result.component(), result.errorType(), result.text());
            case TIMED_OUT -> new AwaitedOutcome.TimedOut(result.component());
            case VALUE_LOST -> new AwaitedOutcome.ValueLost(result.text(), null);
            case UNKNOWN -> null;
        };
    }

    private AwaitedOutcome value(EncodedMessage message) {
        try {
            return new AwaitedOutcome.Value(format().read(message));
        } catch (Exception | LinkageError | StackOverflowError unreadable) {
            return new AwaitedOutcome.ValueLost("it cannot be read here: " + SafeText.of(unreadable), unreadable);
        }
    }

    // what is answered

    @Override
    public Runnable prepare(String address, String event, AwaitedOutcome outcome) {
        ResultAddress to = ResultAddress.parse(address)
                .filter(parsed -> parsed.partition() < place.partitions())
                .orElse(null);
        if (to == null) {
            return NOTHING;
        }
        OutgoingResult answer = answer(to, event, outcome);
        return () -> producer.send(answer);
    }

    private OutgoingResult answer(ResultAddress to, String event, AwaitedOutcome outcome) {
        ResultRecord result = result(to.asker(), event, outcome);
        ProducerRecord<byte[], byte[]> whole = written(to, result);
        int size = RecordSize.of(whole);
        if (result.kind() != Kind.VALUE) {
            return new OutgoingResult(whole, null, System.nanoTime());
        }
        return size > largestRecord
                ? new OutgoingResult(
                        tooLarge(to, event, size, "max.request.size allows " + largestRecord), null, System.nanoTime())
                : new OutgoingResult(
                        whole, tooLarge(to, event, size, "max.message.bytes of its topic is less"), System.nanoTime());
    }

    private ProducerRecord<byte[], byte[]> written(ResultAddress to, ResultRecord result) {
        return ResultCodec.write(place.topic(), to.partition(), result);
    }

    private ProducerRecord<byte[], byte[]> tooLarge(ResultAddress to, String event, int size, String bound) {
        return written(
                to,
                lost(
                        to.asker(),
                        event,
                        Sentence.of("it has about %d bytes, and %s: raise that, or return less", size, bound)));
    }

    private ResultRecord result(String asker, String event, AwaitedOutcome outcome) {
        if (outcome instanceof AwaitedOutcome.Value with) {
            return value(asker, event, with.value());
        }
        if (outcome instanceof AwaitedOutcome.Failed failed) {
            return ResultRecord.without(asker, event, Kind.FAILED, failed.component(), failed.type(), failed.message());
        }
        return outcome instanceof AwaitedOutcome.TimedOut late
                ? ResultRecord.without(asker, event, Kind.TIMED_OUT, late.component(), "", "")
                : ResultRecord.without(
                        asker, event, Kind.VALUE_LOST, "", "", ((AwaitedOutcome.ValueLost) outcome).reason());
    }

    /** The codec is code of others, and the event has ended well whatever becomes of its value. */
    private ResultRecord value(String asker, String event, @Nullable Object value) {
        try {
            return ResultRecord.value(asker, event, format().write(value));
        } catch (Exception | LinkageError | StackOverflowError unwritable) {
            return lost(asker, event, "it cannot be written: " + SafeText.of(unwritable));
        }
    }

    private static ResultRecord lost(String asker, String event, String reason) {
        return ResultRecord.without(
                asker, event, Kind.VALUE_LOST, "", "", new AwaitedOutcome.ValueLost(reason, null).reason());
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (follows) {
            follows = false;
            reader.leave(partition());
        }
    }
}
