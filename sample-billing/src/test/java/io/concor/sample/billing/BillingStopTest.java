package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.manage.Manager;
import io.concor.sample.billing.Outcome.Billed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Stops the billing under load and counts: every record that was let in is billed, and no other. */
@Tag("full")
class BillingStopTest {

    private static final int SENDERS = 4;
    private static final int BEFORE_THE_STOP = 500;

    private final Set<String> billed = ConcurrentHashMap.newKeySet();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    @ParameterizedTest
    @ValueSource(strings = {"tour", "tour,plain"})
    void losesNothingThatWasTaken(String profiles) {
        String url = "jdbc:h2:mem:stop-" + profiles.replace(',', '-')
                + ";MODE=PostgreSQL;LOCK_TIMEOUT=15000;DB_CLOSE_DELAY=-1";
        Customer customer;
        List<CompletableFuture<Boolean>> senders;
        long inside;

        try (ConfigurableApplicationContext context = start(profiles, url)) {
            RecordIntake intake = context.getBean(RecordIntake.class);
            customer = Customer.open(context.getBean(JdbcTemplate.class));
            String line = customer.line();
            senders = IntStream.range(0, SENDERS)
                    .mapToObj(sender -> ParallelRuns.begin(() -> sendUntilStopped(intake, "s" + sender, line)))
                    .toList();
            await("load").atMost(Duration.ofSeconds(30)).until(() -> billed.size() >= BEFORE_THE_STOP);
            inside = inside(context);
        }
        senders.forEach(sender -> sender.orTimeout(30, TimeUnit.SECONDS).join());

        JdbcTemplate database = new JdbcTemplate(new DriverManagerDataSource(url, "sa", ""));
        assertThat(inside).as("records inside at the stop").isPositive();
        assertThat(failed).isEmpty();
        assertThat(refused).isNotEmpty();
        assertThat(database.queryForList("select id from costed_event", String.class))
                .containsExactlyInAnyOrderElementsOf(billed);
        assertThat(customer.stored(database)).isEqualTo(1990L * billed.size());
    }

    private static long inside(ConfigurableApplicationContext context) {
        return context.getBean(RecordEntry.class) instanceof PlainBilling plain
                ? plain.inFlight()
                : context.getBean(Manager.class).flow("billing").summary().inFlight();
    }

    private boolean sendUntilStopped(RecordIntake intake, String sender, String line) throws Exception {
        List<CompletableFuture<?>> underWay = new ArrayList<>();
        for (int i = 0; refused.isEmpty(); i++) {
            String id = sender + "-" + i;
            underWay.add(intake.take(new Submission(Records.call(id, line, 60), "test"))
                    .handle((outcome, error) -> note(id, outcome instanceof Billed, error)));
            if (underWay.size() % 50 == 0) {
                underWay.get(underWay.size() - 50).get(30, TimeUnit.SECONDS);
            }
        }
        CompletableFuture.allOf(underWay.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        return true;
    }

    private boolean note(String id, boolean success, Throwable error) {
        Set<String> outcomes = success ? billed : RecordIntake.isRefusal(error) ? refused : failed;
        return outcomes.add(id);
    }

    private static ConfigurableApplicationContext start(String profiles, String url) {
        return new SpringApplicationBuilder(BillingApplication.class)
                .profiles(profiles.split(","))
                .run(
                        "--server.port=0",
                        "--spring.datasource.url=" + url,
                        "--spring.main.banner-mode=off",
                        "--billing.inbox.folder=target/inbox-of-tests",
                        "--concor.presets.location=../presets");
    }
}
