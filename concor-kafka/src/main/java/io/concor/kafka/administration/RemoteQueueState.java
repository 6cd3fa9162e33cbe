package io.concor.kafka.administration;

import io.concor.QueueStoreException;
import io.concor.kafka.event.OpenQueue;
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
    /** Of the id of a member of a group; it tells those of one machine apart. */
    private static final int ID_LENGTH = 8;

    QueueReport report() {
        return open.apply(place.flow() + "." + place.slot())
                .filter(OpenQueue::isPauseKnown) // until then, nothing is known of its dead letters
                .map(this::known)
                .orElseGet(this::asked);
    }

    private QueueReport known(OpenQueue queue) {
        List<KeyHold> held = new ArrayList<>();
        log.read(
                letters.holding(queue, MOST_HELD),
                (letter, at) -> held.add(NumberedLetter.at(at, letter).hold()));
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

    private QueueReport asked() {
        Map<String, Long> places = log.places();
        boolean paused = places.remove(LetterLog.PAUSED) != null;
        List<KeyHold> held = new ArrayList<>();
        log.read(places.values().stream().sorted().toList(), (letter, at) -> {
            NumberedLetter found = NumberedLetter.at(at, letter);
            if (found.holds() && held.size() < MOST_HELD) {
                held.add(found.hold());
            }
        });
        return new QueueReport(
                place.flow(), place.slot(), depth(), null, null, places.size(), paused, consumers(), held, null);
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
