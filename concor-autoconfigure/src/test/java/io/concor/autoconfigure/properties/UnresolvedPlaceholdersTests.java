package io.concor.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.YamlInitializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Placeholders without a value, whose text Spring leaves in place. */
class UnresolvedPlaceholdersTests {

    private static final String PASSWORD = "concor.security.users.operator.password";

    private static ApplicationContextRunner runner(String yaml) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
                .withUserConfiguration(TestTasks.class)
                .withInitializer(new YamlInitializer(yaml));
    }

    private static ApplicationContextRunner password(String text) {
        return runner(PASSWORD + ": '" + text + "'");
    }

    @Test
    void areNoPassword() {
        FailureAnalysis analysis = StartupFailure.analysis(password("${OPERATOR_PASSWORD}"));

        assertThat(analysis.getDescription())
                .startsWith(PASSWORD + " is missing: the placeholder ${OPERATOR_PASSWORD} has no value.")
                .contains("Origin: ", "test.yml");
        assertThat(analysis.getAction()).contains("Set the environment variable or property OPERATOR_PASSWORD");
    }

    @Test
    void areNamedInPlaceOfTheSecretAroundThem() {
        assertThat(StartupFailure.analysis(password("secret-${PART}-secret")).getDescription())
                .contains("${PART}")
                .doesNotContain("secret-", "-secret");
        assertThat(StartupFailure.analysis(
                                password("${operator.password}").withPropertyValues("operator.password=kept${secret}"))
                        .getDescription())
                .contains("${operator.password}")
                .doesNotContain("kept", "${secret}");
    }

    @Test
    void areFoundBehindThePropertyThatRefersToThem() {
        assertThat(StartupFailure.analysis(
                                password("${operator.password}").withPropertyValues("operator.password=${ABSENT}"))
                        .getDescription())
                .contains(PASSWORD + " is missing: the placeholder ${ABSENT} has no value");
        assertThat(StartupFailure.analysis(password("${FIRST:${SECOND}}")).getDescription())
                .contains("${SECOND}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "presets.location",
                "presets.data-source",
                "presets.active.mo-flow",
                "security.oauth2.roles-claim",
                "security.oauth2.roles.operator"
            })
    void areNoName(String property) {
        assertThat(StartupFailure.analysis(runner("concor." + property + ": '${ABSENT}'"))
                        .getDescription())
                .startsWith("concor." + property + " is missing: the placeholder ${ABSENT} has no value");
    }

    @Test
    void areNoPlaceholdersIfEscapedOrResolvedOrOfOtherProperties() {
        assertPassword("\\${NOT_ONE} but a text", "${NOT_ONE} but a text");
        assertPassword("${ABSENT:correct horse}", "correct horse");
        assertPassword("${present}", "battery staple");
        assertPassword("a $ and a { and a }", "a $ and a { and a }");
        runner("app.greeting: '${ABSENT}'").run(context -> assertThat(context).hasNotFailed());
    }

    private static void assertPassword(String written, String read) {
        password(written).withPropertyValues("present=battery staple").run(context -> assertThat(
                        context.getBean(ConcorProperties.class)
                                .security()
                                .users()
                                .get("operator")
                                .password())
                .isEqualTo(read));
    }
}
