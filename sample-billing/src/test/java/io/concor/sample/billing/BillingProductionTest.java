package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.manage.Manager;
import io.concor.sample.BriefAccessContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

class BillingProductionTest extends BillingInProduction {

    @Autowired
    JdbcTemplate database;

    @Test
    void startsWithNoAccountAndNoInboxAndThePresetAdaptive(
            @Autowired Manager manager, @Autowired ApplicationContext context) {
        assertThat(manager.flow("billing").topology().activePreset()).isEqualTo("adaptive");
        assertThat(context.containsBean("inbox")).isFalse();
        assertThat(database.queryForList("select number from account")).isEmpty();

        database.update("insert into product (name) values ('basic')");
        database.update(
                "insert into tariff (product, prefix, price, increment_seconds) values ('basic', '49', 100, 1)");
        Customer customer = Customer.open(database);
        assertThat(billing.send(Records.call("p-1", customer.line(), 60)).statusCode())
                .isEqualTo(201);
    }

    @Test
    void hasAConnectionForEachThreadAndSomeForQueries(
            @Autowired Manager manager, @Value("${spring.datasource.hikari.maximum-pool-size}") int connections) {
        assertThat(manager.flow("billing").layout().slots().values().stream().mapToInt(JoinSettings::threads))
                .hasSize(4);
        assertThat(manager.flow("billing").layout().slots().values().stream()
                        .mapToInt(JoinSettings::threads)
                        .sum())
                .isLessThan(connections);
    }

    @Nested
    class Access extends BriefAccessContract {

        Access() {
            super("billing", "writer");
        }
    }
}
