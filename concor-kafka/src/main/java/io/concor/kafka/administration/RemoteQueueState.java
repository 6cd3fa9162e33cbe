package io.concor.kafka.administration;

import io.concor.QueueStoreException;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.record.RecordCodec;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.topic.ProcessName;
import io.concor.kafka.topic.QueueTopics;
import io.concor.queues.administration.QueueReport;
import io.concor.queues.measure.LocalFigures;
import io.concor.queues.row.KeyHold;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/** The state of a queue: as this process knows it if the queue is open here, else as the brokers have it. Thread-safe. */
record RemoteQueueState(
        Admin admin,
        QueueTopics.Place place,
        QueueTopics topics,
        LetterLog log,
        LetterFollower letters,
        Function<String, Optional<OpenQueue>> open) {

    private static final String ACTION = "read the state of a queue";
    private static final int MOST_HELD = 100;
    /** Of their records, which may have to be read. */
    private static final long MOST_BYTES_OF_HELD = 32L << 20;
    /** Of the id of a member of a group; it tells those of one machine apart. */
    private static final int ID_LENGTH = 8;

    QueueReport report() {
        FollowedQueue followed = letters.look(topics, RemoteQueues.PATIENCE);
        return open.apply(place.flow() + "." + place.slot())
                .filter(OpenQueue::isPauseKnown) // until then, nothing is known of its dead letters
                .map(queue -> known(queue, followed.index()))
                .orElseGet(() -> asked(followed));
    }

    private QueueReport known(OpenQueue queue, LetterIndex index) {
        List<KeyHold> held = new ArrayList<>(held(index));
        queue.unread().present().stream()
                .limit(Math.max(0, MOST_HELD - held.size()))
                .forEach(held::add);
        long depth = queue.depth().events();
        return new QueueReport(
                place.flow(),
                place.slot(),
                depth,
                depth == 0 ? null : (long) queue.depth().oldestSeconds(),
                null,
                queue.dead().get(),
                queue.isPaused(),
                consumers(),
                held,
                LocalFigures.of(queue.activity()));
    }

    /** Those that are in memory need not be read. */
    private List<KeyHold> held(LetterIndex index) {
        List<Long> places = index.choose(LetterIndex.Entry::holds, MOST_HELD, MOST_BYTES_OF_HELD)
                .places();
        Map<Long, KeyHold> held = index.holds(places);
        List<Long> unknown =
                places.stream().filter(each -> !held.containsKey(each)).toList();
        log.read(unknown)
                .forEach(each -> held.put(
                        each.offset(),
                        NumberedLetter.at(each.offset(), RecordCodec.readLetter(each))
                                .hold()));
        return List.copyOf(held.values());
    }

    private QueueReport asked(FollowedQueue followed) {
        LetterIndex index = followed.index();
        index.awaitRead(followed.position(), RemoteQueues.PATIENCE.toNanos()); // else as many as are known
        return new QueueReport(
                place.flow(),
                place.slot(),
                depth(),
                null,
                null,
                index.count(),
                followed.isPaused(),
                consumers(),
                held(index),
                null);
    }

    private long depth() {
        TopicDescription events = KafkaCalls.await(
                ACTION,
                admin.describeTopics(List.of(topics.events())).topicNameValues().get(topics.events()),
                RemoteQueues.PATIENCE);
        List<TopicPartition> partitions = events.partitions().stream()
                .map(each -> new TopicPartition(topics.events(), each.partition()))
                .toList();
        Map<TopicPartition, OffsetAndMetadata> committed = KafkaCalls.await(
                ACTION,
                admin.listConsumerGroupOffsets(topics.events()).partitionsToOffsetAndMetadata(),
                RemoteQueues.PATIENCE);
        Map<TopicPartition, ListOffsetsResultInfo> begins = offsets(partitions, OffsetSpec.earliest());
        Map<TopicPartition, ListOffsetsResultInfo> ends = offsets(partitions, OffsetSpec.latest());
        return partitions.stream()
                .mapToLong(each -> WaitingEvents.of(committed.get(each), offset(begins, each), offset(ends, each)))
                .sum();
    }

    private Map<TopicPartition, ListOffsetsResultInfo> offsets(List<TopicPartition> partitions, OffsetSpec which) {
        return KafkaCalls.await(
                ACTION,
                admin.listOffsets(partitions.stream().collect(Collectors.toMap(each -> each, each -> which)))
                        .all(),
                RemoteQueues.PATIENCE);
    }

    private static long offset(Map<TopicPartition, ListOffsetsResultInfo> offsets, TopicPartition of) {
        @Nullable ListOffsetsResultInfo known = offsets.get(of);
        return known == null ? 0 : known.offset();
    }

    private List<String> consumers() {
        try {
            ConsumerGroupDescription group = KafkaCalls.await(
                    ACTION,
                    admin.describeConsumerGroups(List.of(topics.events()))
                            .describedGroups()
                            .get(topics.events()),
                    RemoteQueues.PATIENCE);
            return group.members().stream().map(RemoteQueueState::name).sorted().toList();
        } catch (QueueStoreException failed) {
            if (failed.getCause() instanceof GroupIdNotFoundException) { // no process has taken part yet
                return List.of();
            }
            throw failed;
        }
    }

    /** Returns the name of a process; of one of another version, its address, and what tells it apart there. */
    private static String name(MemberDescription member) {
        return ProcessName.ofClient(member.clientId()).orElseGet(() -> address(member));
    }

    private static String address(MemberDescription member) {
        String id = member.consumerId();
        return member.host().replaceFirst("^.*/", "") + "-" + id.substring(Math.max(0, id.length() - ID_LENGTH));
    }
}
