package io.concor.autoconfigure.properties.section;

import io.concor.InvalidSettingException;
import io.concor.text.SafeText;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Remote queues in Apache Kafka. The brokers and their security are those of {@code spring.kafka}.
 *
 * @param prefix What names of topics, groups and transactional ids begin with: 1 to 50 letters, digits or hyphens.
 * @param partitions Partitions of new topics, 1 to 10000: the most processes that share a slot. Fixed for a topic that exists.
 * @param replication Brokers that keep each record of new topics, 1 to 32767. Default: as the brokers are configured.
 * @param transactionTimeout Time after which the brokers abort a transaction of a silent process, 1s to 15m.
 * @param compatibleDigests Digests of configurations that other instances of flows may have, as the error of a refused start shows them. Default: none.
 */
public record KafkaSettings(
        @DefaultValue("concor") String prefix,
        @DefaultValue("12") int partitions,
        @Nullable Integer replication,
        @DefaultValue("10s") Duration transactionTimeout,
        @DefaultValue List<String> compatibleDigests) {

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9-]{1,50}");
    private static final int MOST_PARTITIONS = 10_000;
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** What brokers allow by default. */
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private static final int MOST_DIGESTS = 20;
    private static final Pattern DIGEST = Pattern.compile("f[0-9a-f]{11}");

    /** Checks the bounds. */
    public KafkaSettings {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new InvalidSettingException(
                    "prefix", "'" + SafeText.shown(prefix) + "' is no prefix", "1 to 50 letters, digits or hyphens");
        }
        if (partitions < 1 || partitions > MOST_PARTITIONS) {
            throw InvalidSettingException.outOfBounds("partitions", partitions, "1 to 10000");
        }
        if (replication != null && (replication < 1 || replication > Short.MAX_VALUE)) {
            throw InvalidSettingException.outOfBounds("replication", replication, "1 to 32767");
        }
        if (transactionTimeout.compareTo(SHORTEST) < 0 || transactionTimeout.compareTo(LONGEST) > 0) {
            throw InvalidSettingException.outOfBounds("transaction-timeout", transactionTimeout, "1s to 15m");
        }
        compatibleDigests = List.copyOf(compatibleDigests);
        for (String digest : compatibleDigests) {
            if (!DIGEST.matcher(digest).matches()) {
                throw new InvalidSettingException(
                        "compatible-digests",
                        "'" + SafeText.shown(digest) + "' is no digest",
                        "digests as errors show them: f and 11 hexadecimal digits");
            }
        }
        if (compatibleDigests.size() > MOST_DIGESTS) {
            throw InvalidSettingException.outOfBounds(
                    "compatible-digests", compatibleDigests.size() + " digests", "20 digests at most");
        }
    }
}
