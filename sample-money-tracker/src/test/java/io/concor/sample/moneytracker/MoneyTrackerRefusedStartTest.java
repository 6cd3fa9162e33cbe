package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.sample.StartTest;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.system.CapturedOutput;

@Tag("full")
class MoneyTrackerRefusedStartTest extends StartTest {

    MoneyTrackerRefusedStartTest() {
        super(MoneyTrackerApplication.class);
    }

    @Test
    void requiresADatabaseInProduction(CapturedOutput output) {
        assertThatThrownBy(() -> start("production")).isNotNull();

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

        assertThatThrownBy(
                        () -> start("production", "--spring.datasource.url=" + url, "--spring.datasource.username=sa"))
                .hasStackTraceContaining("applied migration not resolved locally: 2");
    }
}
