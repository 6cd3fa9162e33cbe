package io.concor.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.autoconfigure.preset.ConcorPresetLoadingAutoConfiguration;
import io.concor.autoconfigure.watch.ConcorWatchAutoConfiguration;
import io.concor.layout.FlowState;
import io.concor.manage.Manager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** A parent and child contexts that are all auto-configured, with the same configuration. */
@ExtendWith(OutputCaptureExtension.class)
class ChildContextTests {

    private static final String TASKS = "concor.flows.mo-flow.tasks=translator,endpointResolver";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ConcorAutoConfiguration.class,
                    ConcorPresetLoadingAutoConfiguration.class,
                    ConcorWatchAutoConfiguration.class,
                    LifecycleAutoConfiguration.class))
            .withUserConfiguration(TestTasks.class)
            .withPropertyValues(TASKS);
    private final ApplicationContextRunner withOwnFlow = runner.withUserConfiguration(OwnFlow.class);

    @Configuration(proxyBeanMethods = false)
    static class OwnFlow {

        @Bean
        Flow<String, String> own() {
            return Flows.<String>create("own").map(text -> text, "echo").build();
        }
    }

    private static FlowState state(Manager manager, String flow) {
        return manager.flow(flow).summary().state();
    }

    @Test
    void usesTheManagerAndTheFlowsOfItsParent() {
        runner.run(parent -> runner.withParent(parent).run(child -> {
            assertThat(child).hasNotFailed();
            assertThat(child.getBean(Manager.class)).isSameAs(parent.getBean(Manager.class));
            assertThat(child.getBean("mo-flow", Flow.class)).isSameAs(parent.getBean("mo-flow", Flow.class));
        }));
    }

    @Test
    void warnsOfAConfigurationThatTheFlowOfItsParentDoesNotHave(CapturedOutput output) {
        runner.run(parent -> runner.withParent(parent)
                .withPropertyValues("concor.flows.mo-flow.max-in-flight=64", "concor.flows.mo-flow.timeout=5s")
                .run(child -> assertThat(child.getBean(Manager.class)
                                .flow("mo-flow")
                                .summary()
                                .maxInFlight())
                        .isEqualTo(1024)));

        assertThat(output)
                .containsOnlyOnce(
                        "Flow 'mo-flow' is that of the parent context: concor.flows.mo-flow of the child context is ignored, although it differs in max-in-flight, timeout.");
    }

    @Test
    void warnsOfNothingIfItsConfigurationIsThatOfItsParent(CapturedOutput output) {
        runner.run(parent ->
                runner.withParent(parent).run(child -> assertThat(child).hasNotFailed()));

        assertThat(output).doesNotContain("is ignored");
    }

    @Test
    void warnsOfTheConfigurationOfAFlowThatItsParentBuildsInJava(CapturedOutput output) {
        withOwnFlow.run(parent -> runner.withParent(parent)
                .withPropertyValues("concor.flows.own.tasks=translator")
                .run(child -> assertThat(child).hasNotFailed()));

        assertThat(output)
                .containsOnlyOnce("concor.flows.own of the child context is ignored, although it differs in tasks.");
    }

    @Test
    void leavesTheFlowsOfItsParentRunningWhenItStopsAndCloses() {
        runner.run(parent -> {
            Manager manager = parent.getBean(Manager.class);
            runner.withParent(parent).run(child -> {
                child.getSourceApplicationContext().stop();
                assertThat(state(manager, "mo-flow")).isEqualTo(FlowState.RUNNING);
            });
            assertThat(state(manager, "mo-flow")).isEqualTo(FlowState.RUNNING);
        });
    }

    @Test
    void startsAndStopsTheFlowsOfItsOwnBeans() {
        runner.run(parent -> withOwnFlow.withParent(parent).run(child -> {
            Manager manager = parent.getBean(Manager.class);
            assertThat(manager.names()).containsExactly("mo-flow", "own");

            child.getSourceApplicationContext().stop();
            assertThat(state(manager, "own")).isEqualTo(FlowState.STOPPED);

            child.getSourceApplicationContext().start();
            assertThat(state(manager, "own")).isEqualTo(FlowState.RUNNING);
        }));
    }

    @Test
    void keepsItsFlowsWhenItsParentStopsAndStarts() {
        runner.run(parent -> withOwnFlow.withParent(parent).run(child -> {
            Manager manager = parent.getBean(Manager.class);
            parent.getSourceApplicationContext().stop();
            assertThat(state(manager, "mo-flow")).isEqualTo(FlowState.STOPPED);
            assertThat(state(manager, "own")).isEqualTo(FlowState.RUNNING);

            child.getSourceApplicationContext().stop();
            parent.getSourceApplicationContext().start();
            assertThat(state(manager, "mo-flow")).isEqualTo(FlowState.RUNNING);
            assertThat(state(manager, "own")).isEqualTo(FlowState.STOPPED);
        }));
    }

    @Test
    void removesItsFlowsFromTheManagerSoThatAnotherChildCanHaveThem() {
        runner.run(parent -> {
            Manager manager = parent.getBean(Manager.class);
            withOwnFlow.withParent(parent).run(first -> assertThat(manager.names())
                    .contains("own"));
            assertThat(manager.names()).containsExactly("mo-flow");

            withOwnFlow.withParent(parent).run(second -> {
                assertThat(second).hasNotFailed();
                assertThat(state(manager, "own")).isEqualTo(FlowState.RUNNING);
            });
            assertThat(manager.names()).containsExactly("mo-flow");
        });
    }

    @Test
    void closesItsFlowsAfterItsParentHasClosed() {
        runner.run(parent -> withOwnFlow.withParent(parent).run(child -> {
            Manager manager = parent.getBean(Manager.class);
            parent.close();
            assertThat(state(manager, "own")).isEqualTo(FlowState.RUNNING);

            child.close();
            assertThat(manager.names()).doesNotContain("own");
        }));
    }

    @Test
    void hasItsOwnFlowsIfItHasItsOwnManager() {
        runner.run(parent -> runner.withParent(parent)
                .withBean(Manager.class, Manager::new)
                .run(child -> {
                    Manager own = child.getBean(Manager.class);
                    assertThat(own.names()).containsExactly("mo-flow");
                    assertThat(child.getBean("mo-flow")).isNotSameAs(parent.getBean("mo-flow"));

                    child.close();
                    assertThat(own.flow("mo-flow").summary().state()).isEqualTo(FlowState.CLOSED);
                    assertThat(state(parent.getBean(Manager.class), "mo-flow")).isEqualTo(FlowState.RUNNING);
                }));
    }

    @Test
    void reportsTheStartOfEachFlowOnce(CapturedOutput output) {
        runner.run(parent ->
                withOwnFlow.withParent(parent).run(child -> assertThat(child).hasNotFailed()));
        assertThat(output)
                .containsOnlyOnce("Flow 'mo-flow' started")
                .containsOnlyOnce("Flow 'own' started")
                .containsOnlyOnce("Flow 'mo-flow' stopped")
                .containsOnlyOnce("Flow 'own' stopped");
    }

    @Test
    void appliesThePresetsOfItsParentsFlowsOnce() {
        runner.withPropertyValues("concor.presets.load=always").run(parent -> {
            Manager manager = parent.getBean(Manager.class);
            manager.flow("mo-flow").presets().save("day", null);
            long version = manager.flow("mo-flow").layout().version();
            runner.withParent(parent)
                    .withPropertyValues("concor.presets.load=always", "concor.presets.active.mo-flow=day")
                    .run(child -> assertThat(child).hasNotFailed());
            assertThat(manager.flow("mo-flow").history(10)).isEmpty();
            assertThat(manager.flow("mo-flow").layout().version()).isEqualTo(version);
        });
    }

    @Configuration(proxyBeanMethods = false)
    @Import(TestTasks.class)
    @ImportAutoConfiguration({ConcorAutoConfiguration.class, LifecycleAutoConfiguration.class})
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({ConcorAutoConfiguration.class, LifecycleAutoConfiguration.class})
    static class Child {}

    @Test
    void sharesTheFlowsOfItsParentWithItsSibling() {
        SpringApplicationBuilder first = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(TASKS)
                .child(Child.class)
                .web(WebApplicationType.NONE);
        SpringApplicationBuilder second = first.sibling(Child.class).web(WebApplicationType.NONE);
        try (ConfigurableApplicationContext one = first.run();
                ConfigurableApplicationContext two = second.run()) {
            assertThat(one.getBean("mo-flow")).isSameAs(two.getBean("mo-flow"));
            Manager manager = one.getBean(Manager.class);
            one.close();
            assertThat(state(manager, "mo-flow")).isEqualTo(FlowState.RUNNING);
            assertThat(two.getParent()).isInstanceOf(ConfigurableApplicationContext.class);
            ((ConfigurableApplicationContext) two.getParent()).close();
            assertThat(two.isActive()).isFalse();
            assertThat(state(manager, "mo-flow")).isEqualTo(FlowState.CLOSED);
        }
    }
}
