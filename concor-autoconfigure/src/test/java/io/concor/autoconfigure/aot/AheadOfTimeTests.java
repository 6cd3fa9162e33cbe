package io.concor.autoconfigure.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.flow.FlowConfigurationException;
import io.concor.autoconfigure.preset.ConcorPresetStoreAutoConfiguration;
import io.concor.manage.Manager;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;

/** An application with configured flows that is processed ahead of time. */
@CompileWithForkedClassLoader
class AheadOfTimeTests {

    private static final String FLOW = """
        concor:
          flows:
            mo-flow:
              tasks:
                - translator
                - name: session-manager
                  task: moSessionManager
                  slot: { pool: single }
                - messageSender
                - errorHandler
        """;

    record Entry(Flow<String, Integer> flow) {}

    @Configuration(proxyBeanMethods = false)
    static class EntryConfiguration {

        @Bean
        Entry entry(Flow<String, Integer> flow) {
            return new Entry(flow);
        }
    }

    private static ProcessedApplication application() {
        return new ProcessedApplication(
                FLOW,
                TestTasks.class,
                EntryConfiguration.class,
                ConcorPresetStoreAutoConfiguration.class,
                ConcorAutoConfiguration.class,
                LifecycleAutoConfiguration.class);
    }

    @Test
    void carriesAnEventThroughAConfiguredFlow() {
        application().run(FLOW, context -> {
            Entry entry = context.getBean(Entry.class);

            assertThat(entry.flow().submit("hello").get(10, TimeUnit.SECONDS)).isEqualTo(5);
            assertThat(context.getBean(Manager.class).names()).containsExactly("mo-flow");
        });
    }

    @Test
    @Tag("full")
    void usesTheConfigurationAtRunTimeIfItDiffersFromThatOfTheBuild() {
        String changed = """
            concor:
              flows:
                mo-flow:
                  tasks:
                    - name: translator
                      slot: { pool: fixed, threads: 2 }
                    - messageSender
                counts:
                  tasks: [counter]
            """;
        application().run(changed, context -> {
            Manager manager = context.getBean(Manager.class);

            assertThat(manager.names()).containsExactlyInAnyOrder("mo-flow", "counts");
            assertThat(manager.flow("mo-flow").layout().slots()).isEqualTo(Map.of("translator", JoinSettings.fixed(2)));
            assertThat(context.getBean(Entry.class).flow().submit("hello").get(10, TimeUnit.SECONDS))
                    .isEqualTo(5);
        });
    }

    @Test
    @Tag("full")
    void explainsThatBeansAreThoseOfTheBuildIfATaskIsMissing() {
        String unknown = FLOW.replace("moSessionManager", "newSessionManager");

        assertThatThrownBy(() -> application().run(unknown, context -> {}))
                .isInstanceOf(FlowConfigurationException.class)
                .hasMessageContaining("there is no bean named 'newSessionManager'")
                .hasMessageContaining("the beans are those of the build");
    }

    @Test
    @Tag("full")
    void acceptsAConfigurationOfTheBuildThatIsIncomplete() {
        assertThat(new ProcessedApplication(
                                FLOW.replace("moSessionManager", "ofAnotherProfile"),
                                TestTasks.class,
                                ConcorPresetStoreAutoConfiguration.class,
                                ConcorAutoConfiguration.class,
                                LifecycleAutoConfiguration.class)
                        .hints())
                .isNotNull();
    }

    @Test
    @Tag("full")
    void refusesAnotherValueOfAPropertyThatDecidedWhichBeansExist() {
        String watching = FLOW + "  presets.watch: true\n";

        assertThatThrownBy(() -> application().run(watching, context -> {}))
                .isInstanceOf(BuildTimeConditionException.class)
                .hasMessage("Property 'concor.presets.watch' is 'true', "
                        + "but was 'false' when the application was processed ahead of time");
    }

    @Test
    void refusesToLeaveEndpointsOpenThatAreToBeProtected() {
        String guarded = FLOW + "  security.enabled: true\n";

        assertThatThrownBy(() -> application().run(guarded, context -> {}))
                .isInstanceOf(BuildTimeConditionException.class)
                .hasMessageStartingWith("Property 'concor.security.enabled' is 'true', but was 'false'");
    }
}
