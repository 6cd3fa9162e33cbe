package io.concor.autoconfigure.endpoint.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.flow.TopologyDescriptor.ComponentDescriptor;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

class ComponentBeanNamesTests {

    @Configuration(proxyBeanMethods = false)
    static class Words {

        @Bean
        SimpleTask<String, String> trimmer() {
            return String::trim;
        }

        @Bean
        @Lazy
        SimpleTask<String, String> neverUsed() {
            throw new IllegalStateException("it was made to look for its name");
        }

        @Bean
        SideEffectTask<Object> printer() {
            return word -> {};
        }

        @Bean
        Flow<String, Integer> words(SimpleTask<String, String> trimmer, SideEffectTask<Object> printer) {
            return Flows.<String>create("words")
                    .map(trimmer, "trim")
                    .map(String::length, "count")
                    .forEach(printer, "print")
                    .build();
        }
    }

    @Test
    void areAppliedToAFlowBuiltInJava() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ConcorAutoConfiguration.class,
                        EndpointAutoConfiguration.class,
                        ConcorEndpointAutoConfiguration.class,
                        ConcorFlowEndpointAutoConfiguration.class))
                .withPropertyValues("spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=*")
                .withUserConfiguration(Words.class)
                .run(context -> assertThat(context.getBean(ConcorEndpoint.class)
                                .topology("words")
                                .components())
                        .extracting(ComponentDescriptor::bean)
                        .containsExactly("trimmer", null, "printer"));
    }
}
