package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Manager;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;

/** The money tracker in production mode, with the presets of the repository. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"concor.presets.location=../presets", "spring.datasource.url=jdbc:h2:mem:production"})
@ActiveProfiles("production")
@DirtiesContext
class ProductionTest {

    @Autowired
    JdbcTemplate database;

    @Test
    void startsWithNoAccountAndThePresetNamedProductionAndRefusesChanges(@LocalServerPort int port) {
        Tracker tracker = new Tracker(port);

        assertThat(database.queryForList("select number from account")).isEmpty();
        assertThat(Tracker.text(tracker.get("/actuator/concor/money-tracker"), "activePreset"))
                .isEqualTo("production");
        assertThat(tracker.post("/actuator/concorslots/money-tracker/reader", "{\"pool\":\"fixed\",\"threads\":2}")
                        .statusCode())
                .isBetween(400, 499);

        database.update("insert into account (number, balance) values ('4711', 0)");
        assertThat(tracker.book("p-1", "deposit", "4711", "1.00").statusCode()).isEqualTo(201);
    }

    @Test
    void leavesConnectionsToQueriesWhenEveryReaderHasOne(
            @Autowired Manager manager, @Value("${spring.datasource.hikari.maximum-pool-size}") int connections) {
        assertThat(manager.layout("money-tracker").slots().get("reader").threads())
                .isGreaterThan(1)
                .isLessThan(connections);
    }
}
