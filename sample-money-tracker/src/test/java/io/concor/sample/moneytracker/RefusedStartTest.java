package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class RefusedStartTest {

    @Test
    void asksForADatabaseInProduction(CapturedOutput output) {
        assertThatThrownBy(() -> startInProduction()).isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START", "'url' attribute is not specified", "\"production\"");
    }

    @Test
    void refusesTheMoneyOfTheTourInProduction() {
        String url = "jdbc:h2:mem:toured;DB_CLOSE_DELAY=-1";
        Flyway.configure()
                .dataSource(url, "sa", "")
                .locations("classpath:db/migration", "classpath:db/tour")
                .placeholders(Map.of("instant", "timestamp(6)"))
                .load()
                .migrate();

        assertThatThrownBy(() -> startInProduction("--spring.datasource.url=" + url, "--spring.datasource.username=sa"))
                .hasStackTraceContaining("applied migration not resolved locally: 2");
    }

    @ParameterizedTest
    @CsvSource({
        "production, OPERATOR_PASSWORD, ''",
        "production, OPERATOR_PASSWORD, tooshort",
        "production, OPERATOR_PASSWORD, {noop}tooshort",
        "production, OPERATOR_PASSWORD, {other}tooshort",
        "production, VIEWER_PASSWORD, ''",
        "'production,tour', OPERATOR_PASSWORD, ''",
        "'tour,production', OPERATOR_PASSWORD, ''"
    })
    void asksForPasswordsEverywhereButInTheTour(
            String profiles, String variable, String password, CapturedOutput output) {
        assertThatThrownBy(() ->
                        start(profiles, "--spring.datasource.url=jdbc:h2:mem:none", "--" + variable + "=" + password))
                .isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START", "set the environment variable " + variable)
                .doesNotContain("tooshort");
    }

    private static void startInProduction(String... arguments) {
        start("production", arguments);
    }

    private static void start(String profiles, String... arguments) {
        new SpringApplicationBuilder(MoneyTrackerApplication.class)
                .profiles(profiles.split(","))
                .properties(
                        "concor.presets.location=../presets",
                        "server.port=0",
                        "management.server.port=0",
                        "OPERATOR_PASSWORD=may read and change",
                        "VIEWER_PASSWORD=may only read")
                .run(arguments)
                .close();
    }
}
