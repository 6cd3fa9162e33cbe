package io.concor.sample.ussd;

import io.concor.Flow;
import io.concor.sample.support.FlowEntry;
import io.concor.sample.support.HttpClientHealth;
import io.concor.sample.support.JsonHttpClient;
import io.concor.sample.support.Receiver;
import io.concor.sample.support.ReceiverInbox;
import java.time.Clock;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** Wires what the flow needs besides its tasks. */
@Configuration(proxyBeanMethods = false)
class UssdConfiguration {

    @Bean
    InstantSource clock() {
        return Clock.systemUTC();
    }

    @Bean
    Menus menus(UssdProperties properties) {
        return MenuReader.read(properties.menus());
    }

    @Bean
    @Profile("!plain")
    FlowEntry<UssdRequest> entry(Flow<UssdRequest, SentReply> flow) {
        return flow::tryApply;
    }

    @Bean
    JsonHttpClient operatorClient(UssdProperties properties) {
        UssdProperties.Replies replies = properties.replies();
        return JsonHttpClient.start(replies.connectTimeout(), replies.responseTimeout(), replies.connections());
    }

    @Bean
    HttpClientHealth operatorHealthIndicator(JsonHttpClient operatorClient) {
        return new HttpClientHealth(operatorClient);
    }

    @Bean
    @ConditionalOnBooleanProperty("ussd.receiver.enabled")
    Receiver receiver(UssdProperties properties) {
        ReceiverInbox replies = ReceiverInbox.keepingLast("/replies", 10);
        return new Receiver("ussd.receiver", properties.receiver().port(), replies);
    }
}
