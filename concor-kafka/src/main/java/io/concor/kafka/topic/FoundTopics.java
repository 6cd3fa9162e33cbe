package io.concor.kafka.topic;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;

/**
 * The topics of a queue as they were found when it was opened.
 *
 * @param partitions how many the events have
 * @param ids those that brokers have given the topics, by their names: a topic that is created again has another one
 */
public record FoundTopics(int partitions, Map<String, Uuid> ids) {

    static FoundTopics of(TopicDescription events, TopicDescription... others) {
        Map<String, Uuid> ids = Stream.concat(Stream.of(events), Stream.of(others))
                .collect(Collectors.toUnmodifiableMap(TopicDescription::name, TopicDescription::topicId));
        return new FoundTopics(events.partitions().size(), ids);
    }
}
