package io.concor.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.manage.ChangeEntry;
import io.concor.manage.ChangeListener;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ChangeResult;
import io.concor.manage.LayoutAdvisor;
import io.concor.manage.Manager;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/** Configured limits, history and warnings. */
class LimitsTests {

    private static final String FLOW = """
        concor.flows.mo-flow.tasks:
          - name: translator
            slot: { pool: fixed, threads: 48 }
        """;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
            .withUserConfiguration(TestTasks.class)
            .withInitializer(new YamlInitializer(FLOW));

    private static ChangeRequest put(int threads) {
        return ChangeRequest.put("mo-flow", "translator", JoinSettings.fixed(threads));
    }

    @Test
    void aFlowThatExceedsThemPreventsTheStart() {
        FailureAnalysis analysis = StartupFailure.analysis(
                runner.withPropertyValues("concor.limits.threads=40", "concor.limits.threads-per-slot=30"));

        assertThat(analysis.getDescription())
                .contains(
                        "Flow 'mo-flow', component 'translator': setting 'threads' of the slot: the slot would have 48 threads, more than the limit threads-per-slot of 30.",
                        "all flows together would have 48 threads, 48 of them in this flow, more than the limit threads of 40");
        assertThat(analysis.getAction())
                .contains(
                        "up to 30 in each slot. Or raise concor.limits.threads-per-slot",
                        "Or raise concor.limits.threads,");
    }

    @ParameterizedTest
    @CsvSource({
        "concor.limits.threads=0, 1 or more",
        "concor.limits.threads-per-flow=-1, 1 or more",
        "concor.limits.threads-per-slot=0, 1 or more",
        "concor.limits.ring-memory=0B, 1 or more",
        "concor.history.size=100001, 0 to 100000"
    })
    void areReportedIfTheyAreOutOfBounds(String property, String allowed) {
        FailureAnalysis analysis = StartupFailure.analysis(runner.withPropertyValues(property));

        assertThat(analysis.getAction()).contains(allowed);
    }

    @Test
    void bindChanges() {
        runner.withPropertyValues(
                        "concor.limits.threads=60",
                        "concor.limits.threads-per-flow=55",
                        "concor.limits.threads-per-slot=50",
                        "concor.limits.ring-memory=160KB")
                .run(context -> {
                    Manager manager = context.getBean(Manager.class);
                    manager.change(put(50));
                    assertThatExceptionOfType(InvalidLayoutException.class)
                            .isThrownBy(() -> manager.change(put(61)))
                            .satisfies(refused -> assertThat(refused.violations())
                                    .extracting("limit")
                                    .containsExactly("threads-per-slot", "threads-per-flow", "threads"));
                });
        StartupFailure.analysis(runner.withPropertyValues("concor.limits.ring-memory=140KB"));
    }

    @Test
    void theHistoryHasTheSizeThatIsConfigured() {
        runner.withPropertyValues("concor.history.size=2").run(context -> {
            Manager manager = context.getBean(Manager.class);
            for (int threads = 1; threads < 5; threads++) {
                manager.change(put(threads));
            }
            assertThat(manager.flow("mo-flow").history(10)).hasSize(2);
        });
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void logsWarningsOfABeanAtStartUpAndAtAChange(CapturedOutput output) {
        runner.withBean("advisor", LayoutAdvisor.class, () -> planned -> List.of("it is full moon"))
                .run(context -> {
                    assertThat(output).containsOnlyOnce("Flow 'mo-flow': it is full moon");

                    ChangeResult result = context.getBean(Manager.class).change(put(2));

                    assertThat(result.warnings()).containsExactly("it is full moon");
                    assertThat(output.getAll().split("it is full moon", -1)).hasSize(3);
                });
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void notifiesABeanOfChangesEvenIfAnotherFailsAndNamesThatOne(CapturedOutput output) {
        runner.withUserConfiguration(Hearing.class).run(context -> {
            context.getBean(Manager.class).change(put(2));

            assertThat(context.getBean(Heard.class).entries).singleElement().returns(2L, ChangeEntry::version);
            assertThat(output).contains("Bean 'failing'");
        });
    }

    static class Hearing {

        @Bean
        @Order(1)
        ChangeListener failing() {
            return new Failing();
        }

        @Bean
        @Order(2)
        Heard heard() {
            return new Heard();
        }
    }

    static final class Failing implements ChangeListener {

        @Override
        public void onRecorded(ChangeEntry entry) {
            throw new AssertionError("on purpose");
        }
    }

    static final class Heard implements ChangeListener {

        private final List<ChangeEntry> entries = new ArrayList<>();

        @Override
        public void onRecorded(ChangeEntry entry) {
            entries.add(entry);
        }
    }
}
