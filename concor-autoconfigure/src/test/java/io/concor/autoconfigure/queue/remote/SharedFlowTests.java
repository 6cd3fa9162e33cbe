package io.concor.autoconfigure.queue.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.flow.ConcorEndpoint;
import io.concor.autoconfigure.endpoint.flow.ConcorFlowEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.flow.InstanceDescriptor;
import io.concor.autoconfigure.endpoint.flow.TopologyDescriptor;
import io.concor.autoconfigure.queue.ConcorMessageFormatAutoConfiguration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** Several applications that share a flow by a broker. */
@Timeout(120)
class SharedFlowTests {

    private static final AtomicInteger FLOWS = new AtomicInteger();
    private static final String REMOTE = "slot: { pool: fixed, threads: 2, queue: remote }";

    private final String flow = "shared" + FLOWS.incrementAndGet();

    @Configuration(proxyBeanMethods = false)
    static class Shop {

        @Bean
        SimpleTask<String, String> check() {
            return order -> order;
        }

        @Bean
        SimpleTask<String, String> book() {
            return order -> order;
        }

        @Bean
        SimpleTask<String, String> file() {
            return order -> order;
        }
    }

    private ApplicationContextRunner runner(String... tasks) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        JacksonAutoConfiguration.class,
                        KafkaAutoConfiguration.class,
                        EndpointAutoConfiguration.class,
                        ConcorMessageFormatAutoConfiguration.class,
                        ConcorRemoteQueueStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class,
                        ConcorEndpointAutoConfiguration.class,
                        ConcorFlowEndpointAutoConfiguration.class))
                .withUserConfiguration(Shop.class)
                .withInitializer(
                        new YamlInitializer("""
                    spring.kafka.bootstrap-servers: %s
                    concor.kafka.partitions: 2
                    concor.flows.%s.tasks: [ %s ]
                    """.formatted(TestBroker.address(), flow, String.join(", ", tasks))))
                .withPropertyValues("spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=*");
    }

    private TopologyDescriptor topology(ApplicationContext application) {
        return application.getBean(ConcorEndpoint.class).topology(flow);
    }

    private static String book(String more) {
        return "{ name: book, " + more + REMOTE + " }";
    }

    @Test
    void theTopologyShowsTheInstancesOfEachNode() {
        String[] tasks = {"{ name: check, node: edge }", book("node: core, ")};
        runner(tasks).withPropertyValues("concor.node=core").run(core -> runner(tasks)
                .withPropertyValues("concor.node=edge")
                .run(edge -> {
                    assertThat(edge).hasNotFailed();
                    assertThat(topology(edge).instances()).isNull();
                    assertThat(topology(edge).nodes())
                            .satisfiesExactly(
                                    node -> assertThat(node.instances())
                                            .extracting(InstanceDescriptor::here)
                                            .containsExactly(true),
                                    node -> assertThat(node.instances())
                                            .extracting(InstanceDescriptor::here)
                                            .containsExactly(false));
                    assertThat(JsonMapper.builder().build().writeValueAsString(topology(edge)))
                            .contains("\"nodes\":[{\"name\":\"edge\",\"here\":true,\"instances\":[{\"name\":\"");
                }));
    }

    @Test
    void theTopologyShowsTheInstancesOfAFlowWithoutNodes() {
        runner("check", book("")).run(one -> runner("check", book("")).run(other -> {
            assertThat(other).hasNotFailed();
            assertThat(topology(other).nodes()).isNull();
            assertThat(topology(other).instances())
                    .extracting(InstanceDescriptor::here)
                    .containsExactly(false, true);
        }));
    }

    @Test
    void aDifferentConfigurationIsReportedWithTheDigestThatAllowsIt() {
        runner("check", book("")).run(present -> {
            assertThat(present).hasNotFailed();
            List<InstanceDescriptor> instances = topology(present).instances();
            assertThat(instances).isNotNull();
            String digest = instances.get(0).digest();
            ApplicationContextRunner different = runner("check", book(""), "file");

            FailureAnalysis analysis = StartupFailure.analysis(different);

            assertThat(analysis.getDescription())
                    .startsWith("Flow '" + flow + "' is not the same in the instance '"
                            + instances.get(0).name() + "'")
                    .contains("component 3 is 'file' here, and missing there");
            assertThat(analysis.getAction()).contains("concor.kafka.compatible-digests: " + digest);
            different
                    .withPropertyValues("concor.kafka.compatible-digests=" + digest)
                    .run(next -> assertThat(next).hasNotFailed());
        });
    }
}
