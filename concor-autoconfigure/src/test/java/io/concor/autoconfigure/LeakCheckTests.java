package io.concor.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.SimpleTask;
import io.concor.leak.LeakCheck;
import io.concor.leak.LeakedReferenceException;
import io.concor.leak.Leaks;
import io.concor.leak.Leaks.Leak;
import io.concor.manage.Manager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;

@ExtendWith(OutputCaptureExtension.class)
class LeakCheckTests {

    private static final FilteredClassLoader WITHOUT_MODULE = new FilteredClassLoader("io.concor.leak");
    private static final String WARNING = "The leak check is on in production mode";

    static class Notes {

        @Bean
        SimpleTask<String, List<String>> notebook() {
            List<String> notes = new ArrayList<>();
            return note -> notes;
        }

        @Bean
        Flow<String, String> builtInJava() {
            return Flows.<String>create("java-flow")
                    .map((String text) -> text, "echo")
                    .build();
        }
    }

    static class Asking {

        @Bean
        Flow<String, String> asking() {
            return Flows.<String>create("asking-flow")
                    .checking(LeakCheck.FAIL)
                    .map((String text) -> text, "echo")
                    .build();
        }
    }

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
            .withUserConfiguration(Notes.class)
            .withPropertyValues("concor.flows.notes.tasks[0].name=notebook");

    private void run(String yaml, ThrowingConsumer<AssertableApplicationContext> check) {
        runner.withInitializer(new YamlInitializer(yaml)).run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context);
        });
    }

    private static Leaks leaks(AssertableApplicationContext context, String flow) {
        return Leaks.of(context.getBean(Manager.class).flow(flow).messageCheck());
    }

    @SuppressWarnings("unchecked")
    private static Throwable secondError(AssertableApplicationContext context) throws Exception {
        Flow<String, Object> notes = context.getBean("notes", Flow.class);
        notes.submit("1").get(5, TimeUnit.SECONDS);
        return notes.submit("2").handle((value, error) -> error).get(5, TimeUnit.SECONDS);
    }

    @Test
    void failTheEventIfTheCheckIsSetToFail() {
        run("concor.checks.leaks: fail", context -> {
            assertThat(secondError(context))
                    .isInstanceOf(LeakedReferenceException.class)
                    .hasMessageContaining("Flow 'notes', component 'notebook': java.util.ArrayList");
        });
    }

    @Test
    void areLoggedIfTheCheckIsSetToWarn(CapturedOutput output) {
        run("concor.checks.leaks: warn", context -> {
            assertThat(secondError(context)).isNull();
            assertThat(leaks(context, "notes").found())
                    .containsExactly(new Leak("notebook", ArrayList.class.getTypeName(), 1));
        });
        assertThat(output).containsOnlyOnce("Flow 'notes', component 'notebook': java.util.ArrayList");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "concor.checks.leaks: off", "concor.checks.leaks: 'off'", "concor.checks.leaks: false"})
    void areNotCheckedByDefault(String yaml) {
        run(yaml, context -> {
            assertThat(secondError(context)).isNull();
            assertThat(leaks(context, "notes")).isEqualTo(new Leaks(LeakCheck.OFF, List.of()));
        });
    }

    @Test
    void areCheckedInFlowsBuiltInJava() {
        run(
                "concor.checks.leaks: warn",
                context -> assertThat(leaks(context, "java-flow").check()).isEqualTo(LeakCheck.WARN));
    }

    @ParameterizedTest
    @CsvSource({"off", "warn"})
    void followTheSettingOfAFlowBuiltInJava(String check) {
        runner.withUserConfiguration(Asking.class)
                .withPropertyValues("concor.checks.leaks=" + check)
                .run(context ->
                        assertThat(leaks(context, "asking-flow").check()).isEqualTo(LeakCheck.FAIL));
    }

    @Test
    void areWarnedOfAtStartUpInProduction(CapturedOutput output) {
        run("concor: { mode: production, presets.load: never, checks.leaks: warn }", context -> assertThat(output)
                .containsOnlyOnce(WARNING)
                .contains("[java-flow, notes]", "concor.checks.leaks"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "concor: { mode: production, presets.load: never }",
                "concor.checks.leaks: warn",
                "concor: { mode: tuning, checks.leaks: fail }"
            })
    void areNotWarnedOfAtStartUpOtherwise(String yaml, CapturedOutput output) {
        run(yaml, context -> assertThat(output).doesNotContain(WARNING));
    }

    @ParameterizedTest
    @ValueSource(strings = {"warn", "fail"})
    void areRefusedAtTheStartIfTheirModuleIsMissing(String reaction) {
        FailureAnalysis analysis = StartupFailure.analysis(runner.withClassLoader(WITHOUT_MODULE)
                .withInitializer(new YamlInitializer("concor.checks.leaks: " + reaction)));
        assertThat(analysis.getDescription())
                .startsWith("Property 'concor.checks.leaks': the leak check is not on the class path.")
                .contains("[test.yml] - ");
        assertThat(analysis.getAction())
                .startsWith("Allowed for 'leaks': off; ")
                .contains("io.concor:concor-leaks");
    }

    @Test
    void needNoModuleWhileTheyAreNotChecked() {
        runner.withClassLoader(WITHOUT_MODULE)
                .run(context -> assertThat(context).hasNotFailed());
    }
}
