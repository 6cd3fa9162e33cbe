package io.concor.autoconfigure.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.diagnosis.ConcorDiagnosisAutoConfiguration;
import io.concor.autoconfigure.preset.ConcorPresetStoreAutoConfiguration;
import io.concor.diagnosis.Diagnosis;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;

/** The diagnosis of an application that is processed ahead of time. */
@CompileWithForkedClassLoader
@Tag("full")
class DiagnosisAheadOfTimeTests {

    private static final String FLOW = """
            concor:
              flows:
                mo-flow:
                  tasks: [translator, messageSender]
                  autopilot: { p99: 50ms }
            """;

    private static ProcessedApplication application() {
        return new ProcessedApplication(
                FLOW,
                TestTasks.class,
                ConcorPresetStoreAutoConfiguration.class,
                ConcorAutoConfiguration.class,
                ConcorDiagnosisAutoConfiguration.class,
                LifecycleAutoConfiguration.class);
    }

    private static Set<Thread> readers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("concor-diagnosis"))
                .collect(Collectors.toSet());
    }

    @Test
    void startsAtRunTimeAndNotDuringTheProcessing() {
        Set<Thread> before = readers();
        ProcessedApplication application = application();
        assertThat(readers()).as("threads after the processing").isEqualTo(before);

        application.run(FLOW, context -> {
            assertThat(context.getBean(Diagnosis.class).verdict("mo-flow").flow())
                    .isEqualTo("mo-flow");
            assertThat(readers()).hasSize(before.size() + 1);
        });
    }

    @Test
    void cannotBeDisabledAfterTheBuild() {
        String disabled = FLOW + "  diagnosis.enabled: false\n";

        assertThatThrownBy(() -> application().run(disabled, context -> {}))
                .isInstanceOf(BuildTimeConditionException.class)
                .hasMessageContaining("'concor.diagnosis.enabled' is 'false'");
    }
}
