package io.concor.autoconfigure.listener;

import io.concor.Flow;
import java.util.Objects;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.channel.DirectChannel;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.kafka.inbound.KafkaMessageDrivenChannelAdapter;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.kafka.support.KafkaHeaders;
import org.springframework.messaging.Message;

/** An adapter of Spring Integration, set up as docs/listeners.md says. */
@Configuration(proxyBeanMethods = false)
@EnableIntegration
class IntegrationListener {

    @Bean
    KafkaMessageDrivenChannelAdapter<String, String> adapter(
            ConsumerFactory<String, String> consumers, Flow<String, String> orders) {
        ContainerProperties container = new ContainerProperties("orders");
        container.setGroupId("orders");
        container.setAckMode(AckMode.MANUAL);
        container.setAsyncAcks(true);
        DirectChannel channel = new DirectChannel();
        channel.subscribe(order -> enter(orders, order));
        KafkaMessageDrivenChannelAdapter<String, String> adapter =
                new KafkaMessageDrivenChannelAdapter<>(new KafkaMessageListenerContainer<>(consumers, container));
        adapter.setOutputChannel(channel);
        return adapter;
    }

    private static void enter(Flow<String, String> orders, Message<?> order) {
        Acknowledgment acknowledgment =
                Objects.requireNonNull(order.getHeaders().get(KafkaHeaders.ACKNOWLEDGMENT, Acknowledgment.class));
        orders.trySubmit((String) order.getPayload()).thenRun(acknowledgment::acknowledge);
    }
}
