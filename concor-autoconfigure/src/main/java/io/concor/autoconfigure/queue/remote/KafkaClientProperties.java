package io.concor.autoconfigure.queue.remote;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.SslBundle;

/** The properties of the clients of the store, as Boot makes those of its admin client. */
final class KafkaClientProperties {

    private KafkaClientProperties() {}

    static Map<String, Object> of(KafkaProperties kafka, KafkaConnectionDetails connection) {
        Map<String, Object> properties = new TreeMap<>(kafka.buildAdminProperties());
        KafkaConnectionDetails.Configuration admin = connection.getAdmin();
        properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, admin.getBootstrapServers());
        String protocol = admin.getSecurityProtocol();
        if (protocol != null && !protocol.isEmpty()) {
            properties.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol);
        }
        SslBundle bundle = admin.getSslBundle();
        if (bundle != null) {
            properties.put(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, SslBundleSslEngineFactory.class);
            properties.put(SslBundle.class.getName(), bundle);
        }
        properties.remove(
                CommonClientConfigs.CLIENT_ID_CONFIG); // the store has many clients: each has a name of its own
        properties.values().removeIf(value -> value == null);
        return properties;
    }
}
