package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
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

    @Test
    void asksForPasswordsInProduction(CapturedOutput output) {
        assertThatThrownBy(() ->
                        startInProduction("--spring.datasource.url=jdbc:h2:mem:none", "--OPERATOR_PASSWORD=tooshort"))
                .isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START", "set the environment variable OPERATOR_PASSWORD")
                .doesNotContain("tooshort");
    }

    private static void startInProduction(String... arguments) {
        new SpringApplicationBuilder(MoneyTrackerApplication.class)
                .profiles("production")
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
