package io.concor.kafka.result;

import io.concor.QueueStoreException;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Results whose topic, or partition, the client does not find. They wait until brokers have it, so that the client, which waits for a
 * topic, does not hold up those of other flows; up to 16 MB of them. The health of the store names the topic. For one thread.
 */
final class MissingTopics {

    private static final long MOST_BYTES = 16 << 20;
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int CALL_MILLIS = 5_000;

    private final Admin admin;
    private final DatabaseHealth health;
    private final long longestNanos;
    private final Map<String, Line> lines = new HashMap<>();
    private long bytes;

    /** @param longest after what time a result waits no longer */
    MissingTopics(Admin admin, DatabaseHealth health, Duration longest) {
        this.admin = admin;
        this.health = health;
        longestNanos = longest.toNanos();
    }

    /** What waits for a topic, and what brokers say about it. */
    private static final class Line {

        private final Deque<OutgoingResult> answers = new ArrayDeque<>();
        private @Nullable KafkaFuture<TopicDescription> asked;
        private long lookNanos = System.nanoTime();
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** Returns whether a result has to wait, and does here: others wait for its topic. */
    boolean holds(OutgoingResult answer) {
        boolean held = lines.containsKey(answer.record().topic());
        if (held) {
            add(answer);
        }
        return held;
    }

    /** The client has not found the topic of a result, or its partition. */
    void missing(OutgoingResult answer, Exception cause) {
        lines.computeIfAbsent(answer.record().topic(), absent -> new Line());
        health.failed(work(answer.record().topic()), cause);
        add(answer);
    }

    private void add(OutgoingResult answer) {
        Line line = lines.get(answer.record().topic());
        if (line == null || bytes + answer.bytes() > MOST_BYTES) {
            health.notice("results of events are lost, because too many wait for the topic '"
                    + answer.record().topic() + "'");
        } else {
            bytes += answer.bytes();
            line.answers.add(answer);
        }
    }

    /** Looks whether topics are there, without waiting. Returns what may be sent now. */
    List<OutgoingResult> freed() {
        List<OutgoingResult> freed = new ArrayList<>();
        lines.entrySet().removeIf(each -> isOver(each.getKey(), each.getValue(), freed));
        return freed;
    }

    private boolean isOver(String topic, Line line, List<OutgoingResult> freed) {
        dropOld(line);
        if (line.answers.isEmpty() || isThere(topic, line)) {
            line.answers.forEach(answer -> bytes -= answer.bytes());
            freed.addAll(line.answers);
            health.succeeded(work(topic));
            return true;
        }
        return false;
    }

    private void dropOld(Line line) {
        OutgoingResult first = line.answers.peek();
        while (first != null && System.nanoTime() - first.sinceNanos() > longestNanos) {
            bytes -= first.bytes();
            line.answers.remove();
            first = line.answers.peek();
        }
    }

    private boolean isThere(String topic, Line line) {
        KafkaFuture<TopicDescription> asked = line.asked;
        long now = System.nanoTime();
        if (asked == null && now - line.lookNanos >= BETWEEN_LOOKS_NANOS) {
            line.asked = admin.describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs(CALL_MILLIS))
                    .topicNameValues()
                    .get(topic);
        } else if (asked != null && asked.isDone()) {
            line.asked = null;
            line.lookNanos = now;
            return has(topic, line, asked);
        }
        return false;
    }

    private boolean has(String topic, Line line, KafkaFuture<TopicDescription> answered) {
        try {
            int partitions = answered.get().partitions().size();
            int needed = line.answers.stream()
                    .mapToInt(answer -> answer.record().partition() + 1)
                    .max()
                    .orElse(0);
            if (partitions < needed) {
                absent(topic, Sentence.of("has %d partitions, and %d are used", partitions, needed));
            }
            return partitions >= needed;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
                absent(topic, "is gone");
            } else {
                health.failed(work(topic), failed.getCause() == null ? failed : failed.getCause());
            }
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void absent(String topic, String what) {
        health.failed(
                work(topic),
                new QueueStoreException(
                        Sentence.of(
                                "The topic '%s' %s. Stop the flow in all processes, delete the topic if it is there, and start"
                                        + " the flow, which creates it",
                                topic, what),
                        false,
                        null));
    }

    private static String work(String topic) {
        return "send results to the topic " + topic;
    }
}
