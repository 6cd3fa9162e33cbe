package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.sample.StartTest;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.system.CapturedOutput;

@Tag("full")
class BillingRefusedStartTest extends StartTest {

    BillingRefusedStartTest() {
        super(BillingApplication.class);
    }

    @Test
    void requiresADatabaseInProduction(CapturedOutput output) {
        assertThatThrownBy(() -> start("production")).isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START", "'url' attribute is not specified", "\"production\"");
    }

    @Test
    void refusesTheAccountsOfTheTourInProduction() {
        String url = "jdbc:h2:mem:toured;MODE=PostgreSQL;DB_CLOSE_DELAY=-1";
        Flyway.configure()
                .dataSource(url, "sa", "")
                .locations("classpath:db/migration", "classpath:db/tour")
                .load()
                .migrate();

        assertThatThrownBy(
                        () -> start("production", "--spring.datasource.url=" + url, "--spring.datasource.username=sa"))
                .hasStackTraceContaining("applied migration not resolved locally: 2");
    }
}
