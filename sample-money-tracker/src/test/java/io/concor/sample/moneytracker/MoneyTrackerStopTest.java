package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.manage.Manager;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Stops the money tracker under load and counts: every accepted transaction is booked, or its client receives the reason.
 * Some transactions come by HTTP, whose server drains before the flow; others enter the flow directly.
 */
@Tag("full")
class MoneyTrackerStopTest {

    private static final int SENDERS = 4;
    private static final int UNDER_WAY = 16;
    private static final int BEFORE_THE_STOP = 200;

    private List<String> accounts = List.of();
    private final AtomicInteger next = new AtomicInteger();
    private final Set<String> booked = ConcurrentHashMap.newKeySet();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @ValueSource(strings = {"tour", "tour,plain"})
    void losesNothingThatWasTaken(String profiles) {
        String url = "jdbc:h2:mem:stop-" + profiles.replace(',', '-') + ";LOCK_TIMEOUT=15000;DB_CLOSE_DELAY=-1";
        BigDecimal moneyBefore;
        List<CompletableFuture<Object>> senders;
        long inside;

        try (ConfigurableApplicationContext context = start(profiles, url)) {
            TrackerClient tracker =
                    new TrackerClient(context.getEnvironment().getRequiredProperty("local.server.port", int.class));
            TrxEntry entry = context.getBean(TrxEntry.class);
            accounts = Bank.open(context.getBean(JdbcTemplate.class), 100).accounts();
            moneyBefore = money(context.getBean(JdbcTemplate.class));
            senders = IntStream.range(0, SENDERS)
                    .boxed()
                    .flatMap(sender -> Stream.of(
                            ParallelRuns.<Object>begin(() -> sendByHttp(tracker, "http-" + sender)),
                            ParallelRuns.<Object>begin(() -> send(entry, "past-" + sender))))
                    .toList();
            await("load").atMost(Duration.ofSeconds(30)).until(() -> booked.size() >= BEFORE_THE_STOP);
            inside = inside(context);
        }
        senders.forEach(sender -> sender.orTimeout(30, TimeUnit.SECONDS).join());

        JdbcTemplate database = new JdbcTemplate(new DriverManagerDataSource(url, "sa", ""));
        List<String> ids = database.queryForList("select id from trx", String.class);
        assertThat(inside).as("transactions inside at the stop").isPositive();
        assertThat(failures).isEmpty();
        assertThat(refused).isNotEmpty().doesNotContainAnyElementsOf(ids);
        assertThat(ids).containsAll(booked);
        assertThat(ids.stream().filter(id -> !unanswered.contains(id))).containsExactlyInAnyOrderElementsOf(booked);
        assertThat(money(database).subtract(moneyBefore))
                .as("1.00 for each deposit")
                .isEqualByComparingTo(BigDecimal.valueOf(ids.size()));
    }

    private static long inside(ConfigurableApplicationContext context) {
        return context.getBean(TrxEntry.class) instanceof PlainMoneyTracker plain
                ? plain.inFlight()
                : context.getBean(Manager.class).flow("money-tracker").summary().inFlight();
    }

    private static BigDecimal money(JdbcTemplate database) {
        return database.queryForObject("select sum(balance) from account", BigDecimal.class);
    }

    private Object sendByHttp(TrackerClient tracker, String sender) {
        for (int i = 0; ; i++) {
            String id = sender + "-" + i;
            try {
                HttpResponse<String> answer = tracker.book(id, "deposit", account(i), "1.00");
                int status = answer.statusCode();
                if (status == 201) {
                    booked.add(id);
                } else if (status == 422 || isPageOfTomcat(answer)) {
                    refused.add(id);
                } else if (status != 503) {
                    failures.add(new AssertionError(id + " was answered with " + status));
                }
            } catch (UncheckedIOException stopped) {
                unanswered.add(id);
                return sender;
            }
        }
    }

    /** Tomcat itself answers a request that arrives at the last moment before the stop. */
    private static boolean isPageOfTomcat(HttpResponse<String> answer) {
        return answer.statusCode() == 400 && !answer.body().contains("\"reason\"");
    }

    private Object send(TrxEntry entry, String sender) throws Exception {
        Queue<CompletableFuture<Boolean>> underWay = new ArrayDeque<>();
        boolean taken = true;
        for (int i = 0; taken; i++) {
            underWay.add(send(entry, sender + "-" + i, account(i)));
            while (underWay.size() > UNDER_WAY) {
                taken &= underWay.remove().get(30, TimeUnit.SECONDS);
            }
        }
        for (CompletableFuture<Boolean> last : underWay) {
            last.get(30, TimeUnit.SECONDS);
        }
        return sender;
    }

    /** Returns whether the transaction was accepted. */
    private CompletableFuture<Boolean> send(TrxEntry entry, String id, String account) {
        return entry.tryEnter(Messages.message(id, "deposit", account, null, "1.00"))
                .handle((value, error) -> {
                    if (error == null) {
                        booked.add(id);
                    } else if (error instanceof TrxRefusedException) {
                        refused.add(id);
                    } else if (TrxRefusals.answer(error).getStatusCode().value() != 503) {
                        failures.add(error);
                    } else {
                        return false;
                    }
                    return true;
                });
    }

    /** Returns an account, which does not exist in one of ten cases. */
    private String account(int i) {
        return i % 10 == 0 ? "9999" : accounts.get(next.getAndIncrement() % accounts.size());
    }

    private static ConfigurableApplicationContext start(String profiles, String url) {
        return new SpringApplicationBuilder(MoneyTrackerApplication.class)
                .profiles(profiles.split(","))
                .run(
                        "--server.port=0",
                        "--spring.datasource.url=" + url,
                        "--spring.main.banner-mode=off",
                        "--concor.presets.location=../presets",
                        "--logging.level.io.concor.sample.moneytracker.TrxErrorHandler=off",
                        "--logging.level.money-tracker.trx=off");
    }
}
