package io.concor.autoconfigure;

import io.concor.BatchTask;
import io.concor.CatchTask;
import io.concor.RecoveryTask;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.SingleThreadedTask;
import io.concor.SynchronizedRemoteTask;
import io.concor.Task;
import io.concor.TransitionTask;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** The task beans of a small gateway, and some that do not fit. */
@Configuration(proxyBeanMethods = false)
public class TestTasks {

    public record Message(String text, List<String> route) {}

    static class Translator implements SimpleTask<String, Message> {
        @Override
        public Message apply(String text) {
            return new Message(text, List.of());
        }
    }

    static class Sessions implements SingleThreadedTask<Message, Message> {
        @Override
        public Message apply(Message message) {
            return message;
        }
    }

    static class SimpleAndCatch implements SimpleTask<Message, Message>, CatchTask<Message> {
        @Override
        public Message apply(Message message) {
            return message;
        }

        @Override
        public Message onError(Throwable error) {
            return new Message("recovered", List.of());
        }
    }

    @Bean
    Translator translator() {
        return new Translator();
    }

    @Bean
    Sessions moSessionManager() {
        return new Sessions();
    }

    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    Sessions ownSessions() {
        return new Sessions();
    }

    @Bean
    SynchronizedRemoteTask<Message, Message> endpointResolver() {
        return message -> new Message(message.text(), List.of("endpoint"));
    }

    @Bean
    TransitionTask<Message, Integer> messageSender() {
        return (message, continuation) -> {
            if (message.text().isEmpty()) {
                continuation.fail(new IllegalStateException("nothing to send"));
            } else {
                continuation.complete(message.text().length());
            }
        };
    }

    @Bean
    Queue<Object> log() {
        return new ConcurrentLinkedQueue<>();
    }

    @Bean
    SingleThreadedTask<Integer, Integer> numberSessions() {
        return number -> number;
    }

    @Bean
    SideEffectTask<Object> transLogger(Queue<Object> log) {
        return log::add;
    }

    @Bean
    SideEffectTask<Integer> numberLogger(Queue<Object> log) {
        return log::add;
    }

    @Bean
    CatchTask<Integer> errorHandler() {
        return error -> -1;
    }

    @Bean
    CatchTask<List<String>> listHandler() {
        return error -> List.of();
    }

    @Bean
    RecoveryTask<Integer> rejects() {
        return (error, context) -> "counter".equals(context.component()) ? -1 : 0;
    }

    @Bean
    RecoveryTask<List<String>> listRejects() {
        return (error, context) -> List.of();
    }

    @Bean
    SimpleTask<List<String>, Integer> counter() {
        return List::size;
    }

    @Bean
    SimpleTask<Message, List<Integer>> digits() {
        return message -> List.of(message.text().length());
    }

    @Bean
    SimpleTask<Message, ?> halfTyped() {
        return Message::text;
    }

    @Bean
    Task untyped() {
        SimpleTask<Object, Object> same = value -> value;
        return same;
    }

    @Bean
    SimpleAndCatch simpleAndCatch() {
        return new SimpleAndCatch();
    }

    @Bean
    BatchTask<Message, Integer> batchWriter() {
        return messages ->
                messages.stream().map(message -> message.text().length()).toList();
    }

    @Bean
    String noTask() {
        return "text";
    }
}
