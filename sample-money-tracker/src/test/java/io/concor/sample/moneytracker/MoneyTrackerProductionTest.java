package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.manage.Manager;
import io.concor.sample.HttpCaller;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.jdbc.core.JdbcTemplate;

class MoneyTrackerProductionTest extends MoneyTrackerInProduction {

    @Autowired
    JdbcTemplate database;

    @Test
    void startsWithNoAccountAndThePresetNamedProduction(@Autowired Manager manager) {
        assertThat(database.queryForList("select number from account")).isEmpty();
        assertThat(manager.flow("money-tracker").topology().activePreset()).isEqualTo("production");

        database.update("insert into account (number, balance) values ('4711', 0)");
        assertThat(tracker.book("p-1", "deposit", "4711", "1.00").statusCode()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
        none, none, 401, 401
        viewer, may only read, 200, 403
        operator, wrong, 401, 401
        operator, may read and change, 200, 200
        """)
    void asksWhoReadsAndWhoChanges(
            String user, String password, int reading, int changing, @LocalManagementPort int port) {
        HttpCaller caller = user == null ? new HttpCaller(port) : HttpCaller.as(user, password, port);

        assertThat(caller.get("/actuator/concor/money-tracker").statusCode()).isEqualTo(reading);
        assertThat(caller.post("/actuator/concorslots/money-tracker/reader", "{\"threads\":12,\"dryRun\":true}")
                        .statusCode())
                .isEqualTo(changing);
    }

    @Test
    void hasTheThreadsOfItsTwinWithoutConcor(@Autowired Manager manager) {
        assertThat(manager.flow("money-tracker").layout().slots())
                .containsOnlyKeys("reader", "logger")
                .hasEntrySatisfying("reader", join -> assertThat(join)
                        .returns(PoolKind.FIXED, JoinSettings::pool)
                        .returns(PlainMoneyTracker.BOOKING_THREADS, JoinSettings::threads))
                .hasEntrySatisfying("logger", join -> assertThat(join.pool()).isEqualTo(PoolKind.SINGLE));
    }

    @Test
    void leavesConnectionsToQueriesWhenEveryReaderHasOne(
            @Autowired Manager manager, @Value("${spring.datasource.hikari.maximum-pool-size}") int connections) {
        assertThat(manager.flow("money-tracker").layout().slots().get("reader").threads())
                .isGreaterThan(1)
                .isLessThan(connections);
    }
}
