package io.concor.autoconfigure.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.SimpleTask;
import io.concor.ThreadLocalCarrier;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.threadlocals.NoThreadLocalIsLeft;
import io.micrometer.context.ContextRegistry;
import io.micrometer.observation.Observation;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

class ConcorPropagationAutoConfigurationTests {

    @RegisterExtension
    final NoThreadLocalIsLeft noThreadLocalIsLeft = new NoThreadLocalIsLeft();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ConcorAutoConfiguration.class, ConcorPropagationAutoConfiguration.class))
            .withUserConfiguration(Reader.class)
            .withPropertyValues(
                    "concor.flows.yaml.tasks[0].name=reader", "concor.flows.yaml.tasks[0].slot.pool=single");

    static class Reader {

        @Bean
        SimpleTask<String, String> reader() {
            return event -> event + " sees " + MDC.get("key");
        }
    }

    static class FlowsInJava {

        @Bean
        Flow<String, String> java(SimpleTask<String, String> reader) {
            return Flows.<String>create("java")
                    .join(JoinSettings.single())
                    .map(reader, "reader")
                    .build();
        }

        @Bean
        Flow<String, String> withoutAny(SimpleTask<String, String> reader) {
            return Flows.<String>create("withoutAny")
                    .carrying(ThreadLocalCarrier.NONE)
                    .join(JoinSettings.single())
                    .map(reader, "reader")
                    .build();
        }
    }

    static class OwnCarrier {

        @Bean
        ThreadLocalCarrier ownCarrier() {
            return ThreadLocalCarrier.NONE;
        }
    }

    @BeforeEach
    void hold() {
        MDC.put("key", "value");
    }

    @AfterEach
    void release() {
        MDC.clear();
    }

    @Test
    void propagatesTheMdcInAConfiguredFlow() {
        runner.run(context -> assertThat(end(context, "yaml")).isEqualTo("event sees value"));
    }

    @Test
    void propagatesTheMdcInAFlowBuiltInJavaWithoutACarrier() {
        runner.withUserConfiguration(FlowsInJava.class).run(context -> {
            assertThat(end(context, "java")).isEqualTo("event sees value");
            assertThat(end(context, "withoutAny")).isEqualTo("event sees null");
        });
    }

    @Test
    void doesNothingWhenDisabled() {
        runner.withPropertyValues("concor.propagation.enabled=false").run(context -> {
            assertThat(context).doesNotHaveBean(ThreadLocalCarrier.class);
            assertThat(end(context, "yaml")).isEqualTo("event sees null");
        });
    }

    @Test
    void doesNothingWithoutContextPropagation() {
        runner.withClassLoader(new FilteredClassLoader(ContextRegistry.class)).run(context -> {
            assertThat(context).doesNotHaveBean(ThreadLocalCarrier.class);
            assertThat(end(context, "yaml")).isEqualTo("event sees null");
        });
    }

    @Test
    void carriesTheMdcWithoutObservations() {
        runner.withClassLoader(new FilteredClassLoader(Observation.class.getPackageName()))
                .run(context -> assertThat(end(context, "yaml")).isEqualTo("event sees value"));
    }

    @Test
    void backsOffIfTheUserDefinesACarrier() {
        runner.withUserConfiguration(OwnCarrier.class).run(context -> {
            assertThat(context).getBean(ThreadLocalCarrier.class).isSameAs(ThreadLocalCarrier.NONE);
            assertThat(end(context, "yaml")).isEqualTo("event sees null");
        });
    }

    @SuppressWarnings("unchecked")
    private String end(ApplicationContext context, String flow) {
        String seen = ((Flow<String, String>) context.getBean(flow, Flow.class))
                .submit("event")
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
        noThreadLocalIsLeft.requireNothingLeft();
        return seen;
    }
}
