package io.concor.sample.billing;

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
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

class BillingProductionTest extends BillingInProduction {

    @Autowired
    JdbcTemplate database;

    @Test
    void startsWithNoAccountAndNoInboxAndThePresetAdaptive(
            @Autowired Manager manager, @Autowired ApplicationContext context) {
        assertThat(manager.flow("billing").topology().activePreset()).isEqualTo("adaptive");
        assertThat(context.getBeansOfType(Inbox.class)).isEmpty();
        assertThat(database.queryForList("select number from account")).isEmpty();

        database.update("insert into product (name) values ('basic')");
        database.update(
                "insert into tariff (product, prefix, price, increment_seconds) values ('basic', '49', 100, 1)");
        Customer customer = Customer.open(database);
        assertThat(billing.send(Records.call("p-1", customer.line(), 60)).statusCode())
                .isEqualTo(201);
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

        assertThat(caller.get("/actuator/concor/billing").statusCode()).isEqualTo(reading);
        assertThat(caller.post("/actuator/concorslots/billing/writer", "{\"batch\":50,\"dryRun\":true}")
                        .statusCode())
                .isEqualTo(changing);
    }

    @Test
    void hasTheThreadsOfItsTwinWithoutConcor(@Autowired Manager manager) {
        assertThat(manager.flow("billing").layout().slots())
                .hasEntrySatisfying("rater", join -> assertThat(join)
                        .returns(PoolKind.FIXED, JoinSettings::pool)
                        .returns(PlainBilling.RATING_THREADS, JoinSettings::threads))
                .hasEntrySatisfying("balance", join -> assertThat(join)
                        .returns(PoolKind.KEYED, JoinSettings::pool)
                        .returns(PlainBilling.BALANCE_THREADS, JoinSettings::threads))
                .hasEntrySatisfying("writer", join -> assertThat(join)
                        .returns(PoolKind.FIXED, JoinSettings::pool)
                        .returns(PlainBilling.WRITING_THREADS, JoinSettings::threads));
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
}
