package io.concor.queueserver.request;

import io.concor.SimpleTask;
import io.concor.queues.client.Queues;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The tasks of the flow. */
@Configuration(proxyBeanMethods = false)
class RequestFlowConfiguration {

    @Bean
    RequestParser requestParser() {
        return new RequestParser();
    }

    /** Spring Security has found out who calls. */
    @Bean
    SimpleTask<Command, Command> requestAuthorisation() {
        return command -> {
            if (!command.caller().isClient()) {
                throw new ForbiddenException(
                        "You are no client of the queues: an operator, or the holder of a token without the scope of"
                                + " clients");
            }
            return command;
        };
    }

    @Bean
    TimelyStore requestStore(Queues queues) {
        return new TimelyStore(new RequestStore(queues), System::nanoTime);
    }

    @Bean
    AnswerWriter answerWriter(JsonMapper json) {
        return new AnswerWriter(json);
    }

    @Bean
    RefusalWriter refusalWriter(AnswerWriter writer) {
        return new RefusalWriter(writer);
    }
}
