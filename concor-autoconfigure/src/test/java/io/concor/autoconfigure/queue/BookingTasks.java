package io.concor.autoconfigure.queue;

import io.concor.SimpleTask;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The task of a flow that only has to start. */
@Configuration(proxyBeanMethods = false)
public class BookingTasks {

    @Bean
    SimpleTask<String, String> book() {
        return text -> text;
    }
}
