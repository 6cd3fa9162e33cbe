package io.concor.kafka.topic;

import static org.apache.kafka.common.config.TopicConfig.MAX_MESSAGE_BYTES_CONFIG;

import io.concor.QueueStoreException;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a topic take larger records: those of dead letters, after a person has allowed larger events, and of the progress. Else what becomes
 * of an event could not be written. Thread-safe.
 */
final class TopicWidening {

    private static final Logger LOG = LoggerFactory.getLogger(TopicWidening.class);

    private final Admin admin;

    TopicWidening(Admin admin) {
        this.admin = admin;
    }

    /**
     * Has a topic take records up to a size.
     *
     * @param found how large they may be now
     * @throws QueueStoreException if that is not allowed
     */
    void widen(String topic, String found, String wanted) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        AlterConfigOp set = new AlterConfigOp(new ConfigEntry(MAX_MESSAGE_BYTES_CONFIG, wanted), OpType.SET);
        try {
            KafkaCalls.await(
                    "change the topic '" + topic + "'",
                    admin.incrementalAlterConfigs(Map.of(resource, List.of(set)))
                            .all());
        } catch (QueueStoreException failed) {
            throw failed.getCause() instanceof AuthorizationException
                            || failed.getCause() instanceof PolicyViolationException
                    ? refused(topic, found, wanted)
                    : failed;
        }
        LOG.info("{} of the topic '{}' was {} and is {} now", MAX_MESSAGE_BYTES_CONFIG, topic, found, wanted);
    }

    private static QueueStoreException refused(String topic, String found, String wanted) {
        String events = topic.substring(0, topic.lastIndexOf('.'));
        return TopicSetup.refused(
                topic,
                Sentence.of(
                        "%s is %s and has to be at least %s, or what becomes of events of the topic '%s' could not be written."
                                + " Change it by kafka-configs.sh --alter, or allow the operation ALTER_CONFIGS on topics",
                        MAX_MESSAGE_BYTES_CONFIG, found, wanted, events));
    }
}
