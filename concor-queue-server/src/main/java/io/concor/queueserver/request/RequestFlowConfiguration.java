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
        return command -> command.caller().isClient()
                ? command
                : command.refused(new ForbiddenException(
                        "You are no client of the queues: an operator, or the holder of a token without the scope of"
                                + " clients"));
    }

    @Bean
    RequestStore requestStore(Queues queues) {
        return new RequestStore(queues);
    }

    @Bean
    AnswerWriter answerWriter(JsonMapper json, RefusalWriter refusals) {
        return new AnswerWriter(json, refusals);
    }

    @Bean
    RefusalWriter refusalWriter(JsonMapper json) {
        return new RefusalWriter(json);
    }
}
