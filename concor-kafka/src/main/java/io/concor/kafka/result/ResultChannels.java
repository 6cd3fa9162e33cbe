package io.concor.kafka.result;

import io.concor.QueueStoreException;
import io.concor.kafka.result.KafkaResultChannel.ResultPlace;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.topic.TopicSetup;
import io.concor.queue.OutcomeReceiver;
import io.concor.queue.QueueDefinition;
import io.concor.queue.ResultChannel;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.jdbc.DatabaseHealth;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** The ways of results of all flows of a store. Thread-safe. */
public final class ResultChannels implements AutoCloseable {

    /** As long as callers wait. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final ClientSettings clients;
    private final Admin admin;
    private final TopicSetup setup;
    private final MessageFormat formats;
    private final ResultProducer producer;
    private final ResultReader reader;

    /** @param formats gives the format of each flow */
    public ResultChannels(
            ClientSettings clients, Admin admin, TopicSetup setup, MessageFormat formats, DatabaseHealth health) {
        this.clients = clients;
        this.admin = admin;
        this.setup = setup;
        this.formats = formats;
        producer = new ResultProducer(clients, admin, health, LONGEST);
        reader = new ResultReader(clients, health);
    }

    /**
     * Opens the way of a flow's results, and creates their topic.
     *
     * @param of the flow, and the types of its results
     * @throws QueueStoreException if the brokers cannot be reached, or the topic does not fit
     */
    public ResultChannel open(QueueDefinition of, OutcomeReceiver receiver) {
        String topic = clients.names().results(of.flow());
        int partitions = setup.prepareResults(topic);
        ResultAddress own = new ResultAddress(ThreadLocalRandom.current().nextInt(partitions), clients.instance());
        ResultPlace place = new ResultPlace(topic, partitions, end(new TopicPartition(topic, own.partition())));
        return new KafkaResultChannel(
                own, place, clients.largestRecord(), () -> formats.of(of), receiver, producer, reader);
    }

    private long end(TopicPartition partition) {
        return KafkaCalls.await(
                        "read the end of the topic '" + partition.topic() + "'",
                        admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                                .partitionResult(partition))
                .offset();
    }

    /** The brokers have answered. */
    public void reached() {
        producer.reached();
    }

    /** Sends what is there, if the broker answers within some seconds. */
    @Override
    public void close() {
        producer.close();
        reader.close();
    }

    /** As {@link #close()}, and waits until a time by {@link System#nanoTime} at most. */
    public void close(long until) {
        producer.close(until);
        reader.close(until);
    }

    /** Ends without sending, as a killed process does. For tests. */
    public void vanish() {
        producer.vanish();
        reader.close();
    }
}
