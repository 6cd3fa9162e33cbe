package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.sample.StartTest;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;

class MoFlowRefusedStartTest extends StartTest {

    MoFlowRefusedStartTest() {
        super(MoFlowApplication.class);
    }

    @Test
    void requiresTheUrlOfTheApplicationsExceptInTheTour(CapturedOutput output) {
        assertThatThrownBy(() -> start("production")).isNotNull();

        assertThat(output)
                .contains(
                        "APPLICATION FAILED TO START",
                        "mo-flow.applications.base-url is missing",
                        "MOFLOW_APPLICATIONS_BASEURL");
    }

    @ParameterizedTest
    @CsvSource({
        "production, OPERATOR_PASSWORD, ''",
        "production, OPERATOR_PASSWORD, tooshort",
        "production, OPERATOR_PASSWORD, {noop}tooshort",
        "production, OPERATOR_PASSWORD, {other}tooshort",
        "production, OPERATOR_PASSWORD, {bcrypt}tooshort",
        "production, VIEWER_PASSWORD, tooshort-tooshort-tooshort-tooshort-tooshort-tooshort-tooshort-tooshort-to",
        "production, VIEWER_PASSWORD, ''",
        "'production,tour', OPERATOR_PASSWORD, ''",
        "'tour,production', OPERATOR_PASSWORD, ''"
    })
    void requiresPasswordsExceptInTheTour(String profiles, String variable, String password, CapturedOutput output) {
        assertThatThrownBy(() -> start(
                        profiles, "--mo-flow.applications.base-url=http://localhost", "--" + variable + "=" + password))
                .isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START", property(variable), "Set " + property(variable))
                .doesNotContain("tooshort");
    }

    private static String property(String variable) {
        return "concor.security.users." + variable.toLowerCase(Locale.ROOT).replace('_', '.');
    }
}
