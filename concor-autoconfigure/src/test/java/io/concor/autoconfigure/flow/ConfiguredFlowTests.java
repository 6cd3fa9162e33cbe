package io.concor.autoconfigure.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.mockito.Mockito.mock;

import io.concor.Component;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.WaitMode;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.JavaFlows;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.TestTasks.Message;
import io.concor.autoconfigure.YamlInitializer;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.OperatingMode;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ConfiguredFlowTests {

    private static final String MO_FLOW = """
        concor:
          flows:
            mo-flow:
              max-in-flight: 64
              timeout: 5s
              tasks:
                - translator
                - name: session-manager
                  task: moSessionManager
                - name: endpoint-resolver
                  task: endpointResolver
                  slot: { pool: fixed, threads: 4, capacity: 256, wait: yielding }
                - messageSender
                - transLogger
                - errorHandler
        """;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class, LifecycleAutoConfiguration.class))
            .withUserConfiguration(TestTasks.class);

    private void run(String yaml, ThrowingConsumer<AssertableApplicationContext> check) {
        runner.withInitializer(new YamlInitializer(yaml)).run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context);
        });
    }

    @Test
    @SuppressWarnings("unchecked") // the flow has these types
    void aRecoveryTaskSeesWhichComponentFailed() {
        run("concor.flows.counting.tasks: [ counter, rejects ]", context -> {
            Flow<List<String>, Integer> flow = context.getBean(Flow.class);

            assertThat(flow.submit(null).join()).isEqualTo(-1);
            assertThat(flow.submit(List.of("a")).join()).isEqualTo(1);
        });
    }

    @Test
    void replacesTheTasksOfASourceOfLowerPrecedence() {
        runner.withPropertyValues(
                        "concor.flows.mo-flow.tasks[0].name=first",
                        "concor.flows.mo-flow.tasks[0].task=translator",
                        "concor.flows.mo-flow.tasks[0].slot.pool=single",
                        "concor.flows.mo-flow.tasks[1]=moSessionManager")
                .withInitializer(new YamlInitializer("concor.flows.mo-flow.tasks: [ translator ]"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Manager.class)
                                    .flow("mo-flow")
                                    .topology()
                                    .components())
                            .extracting(Component::name)
                            .containsExactly("translator");
                });
    }

    @Test
    void prefersSlotsByNameToThoseOfTasks() {
        String slots = """
                  slots:
                    translator: { pool: single }
                    "[endpoint-resolver]": { pool: fixed, threads: 7 }
            """;
        run(MO_FLOW + slots, context -> assertThat(
                        context.getBean(Manager.class).flow("mo-flow").layout().slots())
                .isEqualTo(Map.of("translator", JoinSettings.single(), "endpoint-resolver", JoinSettings.fixed(7))));
    }

    @Test
    void completesASlotByNameWithoutAPoolFromThatOfTheTask() {
        run("""
            concor.flows.lookup:
              tasks:
                - { name: first, task: endpointResolver, slot: { pool: fixed, threads: 2, capacity: 64 } }
                - { name: second, task: endpointResolver, slot: { pool: fixed, threads: 2, capacity: 64 } }
              slots:
                first: { threads: 3 }
                second: { pool: fixed, threads: 3 }
            """, context -> assertThat(
                        context.getBean(Manager.class).flow("lookup").layout().slots())
                .containsEntry("first", JoinSettings.fixed(3).capacity(64))
                .containsEntry("second", JoinSettings.fixed(3)));
    }

    @Test
    void carriesEventsFromEndToEndAndRecoversFromErrors() {
        run(MO_FLOW, context -> {
            Flow<String, Integer> flow = flow(context, "mo-flow");
            assertThat(IntStream.rangeClosed(1, 200)
                            .mapToObj("x"::repeat)
                            .map(flow::submit)
                            .toList())
                    .allSatisfy(result ->
                            assertThat(result.get(5, TimeUnit.SECONDS)).isPositive());
            assertThat(flow.submit("").get(5, TimeUnit.SECONDS)).isEqualTo(-1);
            assertThat((Collection<?>) context.getBean("log")).hasSize(200);
        });
    }

    @SuppressWarnings("unchecked")
    private static <O> Flow<String, O> flow(AssertableApplicationContext context, String name) {
        return context.getBean(name, Flow.class);
    }

    @Test
    void givesComponentsTheirNamesBeansAndTypes() {
        run(MO_FLOW, context -> assertThat(context.getBean(Manager.class)
                        .flow("mo-flow")
                        .topology()
                        .components())
                .extracting(Component::name, Component::bean, component -> component.inputType(), Component::outputType)
                .startsWith(
                        tuple("translator", "translator", String.class, Message.class),
                        tuple("session-manager", "moSessionManager", Message.class, Message.class),
                        tuple("endpoint-resolver", "endpointResolver", Message.class, Message.class),
                        tuple("messageSender", "messageSender", Message.class, Integer.class)));
    }

    @Test
    void fillsConfiguredSlotsAndOthersByTheKindOfTheTask() {
        run(MO_FLOW, context -> assertThat(
                        context.getBean(Manager.class).flow("mo-flow").layout().slots())
                .containsOnlyKeys("session-manager", "endpoint-resolver")
                .containsEntry("session-manager", JoinSettings.single())
                .containsEntry(
                        "endpoint-resolver", JoinSettings.fixed(4).capacity(256).waiting(WaitMode.YIELDING)));
    }

    @Test
    void leavesASlotEmptyIfThePoolIsNone() {
        run("""
            concor.flows.lookup.tasks:
              - { name: resolver, task: endpointResolver, slot: { pool: none } }
            """, context -> assertThat(
                        context.getBean(Manager.class).flow("lookup").layout().slots())
                .isEmpty());
    }

    @Test
    void bindsKeepAliveOfACachedPool() {
        run("""
            concor.flows.lookup.tasks:
              - { name: resolver, task: endpointResolver, slot: { pool: cached, keep-alive: 5s } }
            """, context -> assertThat(
                        context.getBean(Manager.class).flow("lookup").layout().slots())
                .containsEntry("resolver", JoinSettings.cached(32).keepAlive(Duration.ofSeconds(5))));
    }

    @Test
    void acceptsKeysInAnySpellingOfBoot() {
        run("""
            concor.flows.lookup:
              maxInFlight: 8
              tasks:
                - { name: resolver, task: endpointResolver, slot: { pool: CACHED, keepAlive: 5s } }
            """, context -> assertThat(
                        context.getBean(Manager.class).flow("lookup").layout().slots())
                .containsEntry("resolver", JoinSettings.cached(32).keepAlive(Duration.ofSeconds(5))));
    }

    @Test
    void limitsTheEventsInside() {
        run(MO_FLOW, context -> assertThat(
                        context.getBean(Manager.class).flow("mo-flow").summary().maxInFlight())
                .isEqualTo(64));
    }

    @Test
    void usesTheDefaultsWithoutConfiguration() {
        run("concor.flows.short: { tasks: [ translator ] }", context -> assertThat(
                        context.getBean(Manager.class).flow("short").summary().maxInFlight())
                .isEqualTo(1024));
    }

    @Test
    void injectsAFlowByItsTypes() {
        runner.withInitializer(new YamlInitializer(MO_FLOW + "    other: { tasks: [ translator ] }\n"))
                .withBean(Gateway.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Gateway.class).sending.name()).isEqualTo("mo-flow");
                    assertThat(context.getBean(Gateway.class).translating.name())
                            .isEqualTo("other");
                });
    }

    static class Gateway {

        @Autowired
        Flow<String, Integer> sending;

        @Autowired
        Flow<String, Message> translating;
    }

    @Test
    void doesNotInjectAFlowOfOtherTypes() {
        runner.withInitializer(new YamlInitializer(MO_FLOW))
                .withBean(WrongGateway.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("Flow<java.lang.Integer, java.lang.String>"));
    }

    static class WrongGateway {

        @Autowired
        Flow<Integer, String> flow;
    }

    @Test
    void usesTheTypesBeforeAFirstSideEffect() {
        runner.withInitializer(new YamlInitializer("concor.flows.logged: { tasks: [ transLogger, translator ] }"))
                .withBean(LoggedGateway.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    static class LoggedGateway {

        @Autowired
        Flow<String, Message> flow;
    }

    @Test
    void treatsUnknownTypesAsFitting() {
        run("concor.flows.open: { tasks: [ translator, untyped, messageSender ] }", context -> assertThat(
                        flow(context, "open").submit("abc").get(5, TimeUnit.SECONDS))
                .isEqualTo(3));
    }

    @Test
    void givesEachPlaceOfAPrototypeItsOwnObject() {
        run("""
            concor.flows.twice.tasks:
              - { name: first, task: ownSessions }
              - { name: second, task: ownSessions }
            """, context -> assertThat(
                        context.getBean(Manager.class).flow("twice").topology().components())
                .extracting(Component::task)
                .doesNotHaveDuplicates());
    }

    @Test
    void findsFlowsBuiltInJava() {
        runner.withUserConfiguration(JavaFlows.Right.class)
                .withInitializer(new YamlInitializer(MO_FLOW))
                .run(context ->
                        assertThat(context.getBean(Manager.class).names()).containsExactly("java-flow", "mo-flow"));
    }

    @Test
    void samplesAsConfigured() {
        run(MO_FLOW + "  sampling: { enabled: false, burst: 2, interval: 64 }\n", context -> assertThat(
                        context.getBean(Manager.class).flow("mo-flow").sampling())
                .isEqualTo(new Sampling(false, 2, 64)));
    }

    @Test
    void keepsTheSamplingOfAFlowBuiltInJava() {
        runner.withUserConfiguration(JavaFlows.Right.class, JavaFlows.WithItsOwnSampling.class)
                .withPropertyValues("concor.sampling.interval=64")
                .run(context -> {
                    Manager manager = context.getBean(Manager.class);
                    assertThat(manager.flow("sampled-flow").sampling()).isEqualTo(new Sampling(true, 1, 2));
                    assertThat(manager.flow("java-flow").sampling()).isEqualTo(new Sampling(true, 3, 64));
                });
    }

    @Test
    void createsEveryFlowAtStartUpEvenIfBeansAreLazy() {
        runner.withUserConfiguration(JavaFlows.Right.class)
                .withInitializer(new YamlInitializer(MO_FLOW))
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Manager.class).names()).containsExactly("java-flow", "mo-flow");
                });
    }

    @Test
    void needsNoFlow() {
        run("concor: { mode: production }", context -> {
            assertThat(context.getBean(Manager.class).names()).isEmpty();
            assertThat(context.getBean(ConcorProperties.class).mode()).isEqualTo(OperatingMode.PRODUCTION);
        });
    }

    @Test
    void backsOffIfTheApplicationHasAManager() {
        Manager own = new Manager();
        runner.withBean(Manager.class, () -> own)
                .withInitializer(new YamlInitializer(MO_FLOW))
                .run(context -> {
                    assertThat(context).getBean(Manager.class).isSameAs(own);
                    assertThat(own.names()).containsExactly("mo-flow");
                });
    }

    @Test
    void ignoresAForeignFlow() {
        Flow<?, ?> stub = mock(Flow.class);
        runner.withBean("stub", Flow.class, () -> stub)
                .withInitializer(new YamlInitializer(MO_FLOW))
                .run(context -> {
                    assertThat(context).hasNotFailed().getBean("stub").isSameAs(stub);
                    assertThat(context.getBean(Manager.class).names()).containsExactly("mo-flow");
                });
    }

    @Test
    void closesAFlowThatTheManagerRefuses() {
        Flow<String, String> first = echo();
        Flow<String, String> second = echo();
        runner.withBean("first", Flow.class, () -> first)
                .withBean("second", Flow.class, () -> second)
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(second.tryApply("late")).isFalse();
                    assertThat(first.tryApply("late")).isFalse();
                });
    }

    private static Flow<String, String> echo() {
        return Flows.<String>create("echo").map((String text) -> text, "echo").build();
    }

    @Test
    void closesTheFlowsWithTheContext() {
        runner.withInitializer(new YamlInitializer(MO_FLOW)).run(context -> {
            Flow<String, Integer> flow = flow(context, "mo-flow");
            context.close();
            assertThat(flow.tryApply("late")).isFalse();
            assertThatThrownBy(() -> flow.apply("late")).hasMessageContaining("mo-flow");
        });
    }
}
