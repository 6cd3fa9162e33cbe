package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The answer when the server waits no longer for a transaction that is inside. */
class LateAnswerTest {

    @Test
    void leavesOpenWhetherItIsBookedAndBooksItOnceWhenItComesAgain() {
        try (ConfigurableApplicationContext context = start()) {
            TrackerClient tracker =
                    new TrackerClient(context.getEnvironment().getRequiredProperty("local.server.port", int.class));

            HttpResponse<String> late = whileLocked(context, () -> deposit(tracker));

            assertThat(late.statusCode()).isEqualTo(500);
            assertThat(TrackerClient.text(late, "reason")).contains("send it again with the same id");
            assertThat(late.headers().firstValue("Retry-After")).isPresent();
            await("the booking")
                    .until(() -> List.of(200, 201).contains(deposit(tracker).statusCode()));
            assertThat(tracker.balance("1001")).isEqualTo("1001.00");
        }
    }

    private static HttpResponse<String> deposit(TrackerClient tracker) {
        return tracker.book("late", "deposit", "1001", "1.00");
    }

    /** Does work while another transaction has the account locked. */
    private static <T> T whileLocked(ConfigurableApplicationContext context, Supplier<T> work) {
        JdbcTemplate database = context.getBean(JdbcTemplate.class);
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).execute(status -> {
            database.queryForList("select * from account where number = '1001' for update");
            return work.get();
        });
    }

    private static ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(MoneyTrackerApplication.class)
                .profiles("tour")
                .run(
                        "--server.port=0",
                        "--spring.datasource.url=jdbc:h2:mem:late;LOCK_TIMEOUT=15000",
                        "--spring.mvc.async.request-timeout=1s",
                        "--spring.main.banner-mode=off",
                        "--concor.presets.location=../presets",
                        "--logging.level.money-tracker.trx=off");
    }
}
