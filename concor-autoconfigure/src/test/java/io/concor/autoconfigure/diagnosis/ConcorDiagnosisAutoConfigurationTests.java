package io.concor.autoconfigure.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.advice.PresentLimits;
import io.concor.autoconfigure.audit.ConcorAlarmAuditAutoConfiguration;
import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.diagnosis.ConcorDiagnosisEndpoint;
import io.concor.autoconfigure.endpoint.diagnosis.ConcorDiagnosisEndpointAutoConfiguration;
import io.concor.autoconfigure.metrics.ConcorAlarmMetricsAutoConfiguration;
import io.concor.autoconfigure.metrics.ConcorMetricsAutoConfiguration;
import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.diagnosis.verdict.Verdict.State;
import io.concor.manage.Manager;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class ConcorDiagnosisAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ConcorAutoConfiguration.class,
                    ConcorDiagnosisAutoConfiguration.class,
                    ConcorEndpointAutoConfiguration.class,
                    ConcorDiagnosisEndpointAutoConfiguration.class,
                    ConcorAlarmAuditAutoConfiguration.class,
                    ConcorMetricsAutoConfiguration.class,
                    ConcorAlarmMetricsAutoConfiguration.class,
                    EndpointAutoConfiguration.class))
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withUserConfiguration(Orders.class)
            .withPropertyValues("spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=*");

    @Configuration(proxyBeanMethods = false)
    static class Orders {

        @Bean
        Flow<String, String> orders() {
            return Flows.<String>create("orders")
                    .map((String order) -> order, "parser")
                    .build();
        }
    }

    private static List<Thread> readers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("concor-diagnosis"))
                .toList();
    }

    @Test
    void keepsAVerdictAboutEachFlow() {
        runner.run(context -> assertThat(context.getBean(Diagnosis.class).verdict("orders"))
                .returns("orders", verdict -> verdict.flow())
                .returns(State.UNKNOWN, verdict -> verdict.state()));
    }

    @Test
    void tellsWarningsAboutLayoutsWhatLimitsAFlow() {
        Diagnosis diagnosis = mock(Diagnosis.class);
        when(diagnosis.limitingConnections("orders")).thenReturn(OptionalInt.of(10));
        when(diagnosis.queuingCallers("orders")).thenReturn(OptionalDouble.of(59.7));
        runner.withBean(Diagnosis.class, () -> diagnosis).run(context -> {
            assertThat(context.getBean(PresentLimits.class).connections("orders"))
                    .hasValue(10);
            assertThat(context.getBean(PresentLimits.class).queuingCallers("orders"))
                    .hasValue(59.7);
        });
    }

    @Test
    void startsWithTheContextAndEndsWithIt() {
        List<Thread> others = readers();
        runner.run(context -> {
            assertThat(context.getBeanFactory().containsSingleton("concorDiagnosis"))
                    .as("started, although nothing has asked for it")
                    .isTrue();
            List<Thread> started = readers().stream()
                    .filter(thread -> !others.contains(thread))
                    .toList();
            assertThat(started).hasSize(1);
            context.close();
            await("the end of the thread")
                    .untilAsserted(() -> assertThat(readers()).doesNotContainAnyElementsOf(started));
        });
    }

    /** Stops as early as a web server begins to drain. */
    private static final class Drain implements SmartLifecycle {

        private final List<SmartLifecycle> others;
        private final List<Boolean> runningAtStop = new CopyOnWriteArrayList<>();
        private boolean running;

        Drain(AlarmDispatcher alarms, AutopilotStarter autopilot) {
            others = List.of(alarms, autopilot);
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            others.forEach(other -> runningAtStop.add(other.isRunning()));
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return DEFAULT_PHASE - 1024;
        }
    }

    @Test
    void raisesNoAlarmAndChangesNothingWhileTheWebServerDrains() {
        runner.withBean(Drain.class).run(context -> {
            Drain drain = context.getBean(Drain.class);
            assertThat(drain.others).allMatch(SmartLifecycle::isRunning);

            context.close();

            assertThat(drain.runningAtStop).containsExactly(false, false);
        });
    }

    @Test
    void goesOnWhenAChildContextIsClosed() {
        runner.run(context -> {
            GenericApplicationContext child = new GenericApplicationContext(context);
            child.refresh();
            child.close();

            assertThat(context.getBean(AlarmDispatcher.class).isRunning()).isTrue();
            assertThat(context.getBean(AutopilotStarter.class).isRunning()).isTrue();
        });
    }

    @Test
    void startsInAnApplicationOfLazyBeans() {
        runner.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> assertThat(context.getBeanFactory().containsSingleton("concorDiagnosis"))
                        .isTrue());
    }

    @Test
    void startsAfterTheFlows() {
        List<String> flows = new CopyOnWriteArrayList<>();
        runner.withUserConfiguration(TestTasks.class)
                .withPropertyValues("concor.flows.mo-flow.tasks[0]=translator")
                .withInitializer(context -> context.getBeanFactory().addBeanPostProcessor(new Recorder(context, flows)))
                .run(context -> assertThat(flows).containsExactly("mo-flow", "orders"));
    }

    private record Recorder(ConfigurableApplicationContext context, List<String> flows) implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            if (bean instanceof Diagnosis) {
                flows.addAll(context.getBean(Manager.class).names());
            }
            return bean;
        }
    }

    @Test
    void backsOffWithoutTheModule() {
        runner.withClassLoader(new FilteredClassLoader("io.concor.diagnosis")).run(context -> assertThat(context)
                .hasNotFailed()
                .hasSingleBean(Manager.class)
                .doesNotHaveBean("concorDiagnosis")
                .doesNotHaveBean("concorAutopilot")
                .doesNotHaveBean("concorAutopilotEndpoint")
                .doesNotHaveBean("concorAlarmDispatcher")
                .doesNotHaveBean("concorDiagnosisEndpoint")
                .doesNotHaveBean("concorAlarmMeters")
                .doesNotHaveBean("concorAuditingAlarmListener"));
    }

    @Test
    void backsOffIfItIsDisabled() {
        runner.withPropertyValues("concor.diagnosis.enabled=false").run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(Diagnosis.class)
                .doesNotHaveBean(Autopilot.class)
                .doesNotHaveBean(AlarmListener.class)
                .doesNotHaveBean(ConcorDiagnosisEndpoint.class));
    }

    @Test
    void usesADiagnosisOfTheApplication() {
        runner.withBean(Own.class).run(context -> assertThat(context)
                .hasSingleBean(Diagnosis.class)
                .doesNotHaveBean("concorDiagnosis")
                .hasSingleBean(ConcorDiagnosisEndpoint.class)
                .hasBean("concorAlarmMeters"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {

        @Bean
        Diagnosis diagnosis(Manager manager) {
            return Diagnosis.start(manager, ConnectionPools.NONE, flow -> Goal.NONE);
        }
    }

    @Test
    void hasNoEndpointThatIsNotExposed() {
        runner.withPropertyValues("management.endpoints.jmx.exposure.include=health")
                .run(context -> assertThat(context).doesNotHaveBean(ConcorDiagnosisEndpoint.class));
    }

    @Test
    void needsNeitherActuatorNorMicrometer() {
        runner.withClassLoader(new FilteredClassLoader(AuditEvent.class, MeterRegistry.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(Diagnosis.class)
                        .doesNotHaveBean("concorAlarmMeters")
                        .doesNotHaveBean("concorAuditingAlarmListener"));
    }

    @Test
    void takesTheGoalsOfConfiguredFlowsAndOfThoseBuiltInJava(CapturedOutput output) {
        runner.withUserConfiguration(TestTasks.class)
                .withInitializer(new YamlInitializer("""
                        concor:
                          flows:
                            mo-flow:
                              tasks: [translator]
                              autopilot: { p99: 50ms, throughput: 400 }
                            orders:
                              autopilot: { p99: 1500us }
                        """))
                .run(context -> {
                    assertThat(context.getBean(Manager.class).names()).containsExactly("mo-flow", "orders");
                    Autopilot autopilot = context.getBean(Autopilot.class);
                    assertThat(autopilot.goal("mo-flow"))
                            .isEqualTo(new Goal(OptionalDouble.of(50_000), OptionalDouble.of(400)));
                    assertThat(autopilot.goal("orders"))
                            .isEqualTo(new Goal(OptionalDouble.of(1_500), OptionalDouble.empty()));
                    assertThat(autopilot.goal("others")).isEqualTo(Goal.NONE);
                    assertThat(output).doesNotContain("has no effect");
                });
    }

    @Test
    void warnsOfAGoalForAnUnknownFlow(CapturedOutput output) {
        runner.withPropertyValues("concor.flows.order.autopilot.p99=50ms").run(context -> assertThat(output)
                .contains("Property 'concor.flows.order.autopilot' has no effect: there is no flow 'order'")
                .contains("orders"));
    }

    @Test
    void refusesAGoalOutOfBounds() {
        assertRefused("concor.flows.orders.autopilot.p99=0s", "0s is out of bounds");
        assertRefused("concor.flows.orders.autopilot.throughput=-1", "-1.0 is out of bounds");
        assertRefused("concor.flows.orders.autopilot.throughput=NaN", "NaN is out of bounds");
    }

    private void assertRefused(String property, String message) {
        runner.withPropertyValues(property)
                .run(context -> assertThat(context).hasFailed().getFailure().hasStackTraceContaining(message));
    }
}
