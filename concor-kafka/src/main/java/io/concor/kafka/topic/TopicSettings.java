package io.concor.kafka.topic;

import io.concor.QueueStoreException;
import io.concor.text.Sentence;
import java.time.Duration;

/**
 * How topics are created.
 *
 * @param partitions how many partitions those for events have, at least 1; the most processes that may share a queue
 * @param replication how many brokers keep each record; -1: as the broker's {@code default.replication.factor} has it
 * @param remember how long a second event of the same unique id is dropped; positive
 */
public record TopicSettings(int partitions, int replication, Duration remember) {

    private static final int MOST_PARTITIONS = 10_000;

    public TopicSettings {
        require("partitions", partitions, partitions >= 1 && partitions <= MOST_PARTITIONS, "1 to 10000");
        require(
                "replication",
                replication,
                replication == -1 || replication >= 1 && replication <= Short.MAX_VALUE,
                "1 or more, or -1 for the broker's default");
        require("remember in milliseconds", remember.toMillis(), remember.toMillis() > 0, "a positive time");
    }

    private static void require(String setting, long value, boolean fits, String allowed) {
        if (!fits) {
            throw new QueueStoreException(
                    Sentence.of("The setting %s of the Kafka store is %d; it needs to be %s", setting, value, allowed),
                    false,
                    null);
        }
    }
}
