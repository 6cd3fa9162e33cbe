package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.manage.Manager;
import io.concor.sample.BriefAccessContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
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

    @Test
    void leavesConnectionsToQueriesWhenEveryReaderHasOne(
            @Autowired Manager manager, @Value("${spring.datasource.hikari.maximum-pool-size}") int connections) {
        assertThat(manager.flow("money-tracker").layout().slots().get("reader").threads())
                .isGreaterThan(1)
                .isLessThan(connections);
    }

    @Nested
    class Access extends BriefAccessContract {

        Access() {
            super("money-tracker", "reader");
        }
    }
}
