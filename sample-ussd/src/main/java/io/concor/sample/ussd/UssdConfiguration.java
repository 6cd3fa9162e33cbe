package io.concor.sample.ussd;

import io.concor.sample.support.HttpClientHealth;
import io.concor.sample.support.JsonHttpClient;
import io.concor.sample.support.Receiver;
import io.concor.sample.support.ReceiverInbox;
import io.concor.sample.ussd.menu.MenuReader;
import io.concor.sample.ussd.menu.Menus;
import java.time.Clock;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

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
