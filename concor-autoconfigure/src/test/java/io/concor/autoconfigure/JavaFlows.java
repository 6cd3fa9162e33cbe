package io.concor.autoconfigure;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.SideEffectTask;
import io.concor.autoconfigure.TestTasks.Message;
import io.concor.autoconfigure.TestTasks.Sessions;
import io.concor.autoconfigure.TestTasks.Translator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Valid and invalid flows that are built in Java and declared as beans. */
public final class JavaFlows {

    private JavaFlows() {}

    public static class Right {

        @Bean
        Flow<String, Message> javaFlow(Translator translator) {
            return Flows.<String>create("java-flow")
                    .map(translator, "translator")
                    .build();
        }
    }

    public static class WithItsOwnSampling {

        @Bean
        Flow<String, Message> sampledFlow(Translator translator) {
            return Flows.<String>create("sampled-flow")
                    .sampling(new Sampling(true, 1, 2))
                    .map(translator, "translator")
                    .build();
        }
    }

    /** Its bean has the name of the configured flow. */
    public static class OfTheSameBeanName {

        @Bean("mo-flow")
        Flow<String, Message> moFlow(Translator translator) {
            return Flows.<String>create("another").map(translator, "translator").build();
        }
    }

    /** It has the name of the configured flow, but its bean has another name. */
    public static class OfTheSameName {

        @Bean
        Flow<String, Message> moFlowOfJava(Translator translator) {
            return Flows.<String>create("mo-flow").map(translator, "translator").build();
        }
    }

    public static class SharingSessions {

        @Bean
        Flow<Message, Message> sharing(Sessions moSessionManager) {
            return Flows.<Message>create("sharing")
                    .mapSingleThreaded(moSessionManager, "sessions")
                    .build();
        }
    }

    public static class WithABrokenRule {

        @Bean
        Flow<Message, Message> broken(Sessions moSessionManager) {
            return Flows.<Message>create("broken-flow")
                    .join(JoinSettings.fixed(3))
                    .mapSingleThreaded(moSessionManager, "sessions")
                    .build();
        }
    }

    public static class WithAWrongSetting {

        @Bean
        Flow<Message, Message> unbounded(Sessions moSessionManager) {
            return Flows.<Message>create("unbounded")
                    .maxInFlight(-3)
                    .mapSingleThreaded(moSessionManager, "sessions")
                    .build();
        }
    }

    /** Injects a flow; its bean is created before those of the flows. */
    public static class Sending {

        @Bean
        Object sender(Flow<String, Integer> flow) {
            return flow;
        }
    }

    /** Sends events to a flow, and is not a task. */
    record Sender(Flow<String, Integer> flow) {}

    public static class SendingAfterItsFlow {

        @Bean
        @Lazy
        Sender sender(Flow<String, Integer> flow) {
            return new Sender(flow);
        }
    }

    public static class SendingBeforeItsFlow {

        @Bean
        Sender sender(Flow<String, Integer> flow) {
            return new Sender(flow);
        }
    }

    /** A task that sends events to its own flow. */
    public static class SendingFromATask {

        @Bean
        SideEffectTask<Message> sender(Flow<String, Message> flow) {
            return message -> flow.apply(message.text());
        }
    }

    public static class SendingBesideAnother {

        @Bean
        Object sender(Flow<String, Integer> flow) {
            return flow;
        }

        @Bean
        Flow<String, String> echo() {
            return Flows.<String>create("echo")
                    .map((String text) -> text, "echo")
                    .build();
        }
    }
}
