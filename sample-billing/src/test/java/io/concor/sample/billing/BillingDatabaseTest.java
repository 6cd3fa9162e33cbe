package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.manage.Manager;
import io.concor.sample.ParallelRuns;
import io.concor.sample.billing.Outcome.Billed;
import io.concor.sample.billing.Outcome.Rejected;
import io.concor.sample.billing.intake.RecordIntake;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The guarantees of the billing on each database for which it has a profile. {@code -Dbilling.records=100000} sends more
 * records than the build.
 */
@SpringBootTest(
        webEnvironment = WebEnvironment.NONE,
        properties = {
            "billing.database-delay=0ms",
            "billing.max-in-flight=1024",
            "billing.bulk.max-in-flight=512",
            "billing.inbox.folder=target/inbox-of-tests",
            "concor.presets.location=../presets",
            "logging.level.io.concor.manage.Manager=error", // the layout changes all the time
            "logging.level.io.concor.sample.billing.Rejects=off"
        })
@Import(FailingWriterConfiguration.class)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
abstract class BillingDatabaseTest {

    private static final Logger LOG = LoggerFactory.getLogger(BillingDatabaseTest.class);
    private static final int RECORDS = Integer.getInteger("billing.records", 2000);
    static final long SEED = Long.getLong("billing.seed", 20_261_126L);
    private static final int ENOUGH_CHANGES = 20;
    private static final int CUSTOMERS = 50;
    private static final int SENDERS = 8;
    private static final int UNDER_WAY = 64;

    @Autowired
    RecordIntake intake;

    @Autowired
    AccountBalances balances;

    @Autowired
    Manager manager;

    @Autowired
    JdbcTemplate database;

    @Autowired
    FailingWriter writer;

    private List<Customer> customers = List.of();
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<String, Integer> secondsOfGood = new ConcurrentHashMap<>();
    private final Map<String, Customer> customerOfGood = new ConcurrentHashMap<>();
    private final Map<String, Integer> billedOften = new ConcurrentHashMap<>();
    private final LongAdder bad = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder successes = new LongAdder();

    abstract String product();

    @BeforeEach
    void startAnew() {
        database.update("delete from costed_event");
        database.update("delete from rejected_record");
        customers =
                Stream.generate(() -> Customer.open(database)).limit(CUSTOMERS).toList();
    }

    @Test
    void sumsAreExactWhileLayoutsChangeAndBatchesFail(@Autowired DataSource dataSource) throws Exception {
        writer.failing(true);
        BillingLayoutChanges changes = BillingLayoutChanges.start(manager, SEED);

        send(() -> numbers.get() < RECORDS || changes.made() < ENOUGH_CHANGES);

        writer.failing(false);
        changes.stop();
        LOG.info(
                "{}: {} records, {} changes, {} failures, largest batch {}",
                product(),
                numbers,
                changes.made(),
                failures,
                writer.largest());
        everyRecordIsBilledOnce();
        assertThat(database.queryForObject("select count(*) from rejected_record", Long.class))
                .isEqualTo(bad.sum());
        assertThat(failures.sum()).isPositive();
        assertThat(writer.largest()).as("records in a batch").isGreaterThan(1);
        assertThat(writer.withoutTransaction()).isZero();
        try (var connection = dataSource.getConnection()) {
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo(product());
        }
    }

    /** Compares each account with what was sent, computed here once more, and with what answers said. */
    final void everyRecordIsBilledOnce() {
        await("all out").until(() -> manager.flow("billing").summary().inFlight() == 0);
        assertThat(database.queryForList("select id from costed_event", String.class))
                .containsExactlyInAnyOrderElementsOf(secondsOfGood.keySet());
        assertThat(billedOften.values())
                .as("answers that say billed, for each record")
                .containsOnly(1);

        Map<Customer, Long> owed = new HashMap<>();
        customers.forEach(customer -> owed.put(customer, 0L));
        customerOfGood.forEach((id, customer) -> owed.merge(customer, price(secondsOfGood.get(id)), Long::sum));
        assertThat(customers).allSatisfy(customer -> {
            assertThat(customer.stored(database)).isEqualTo(owed.get(customer));
            assertThat(database.queryForObject(
                            "select coalesce(sum(amount), 0) from costed_event where account = ?",
                            Long.class,
                            customer.account()))
                    .isEqualTo(owed.get(customer));
            assertThat(runningAfterAShortCall(customer)).isEqualTo(owed.get(customer));
        });
    }

    /** The call costs nothing. If records of the account have failed, it is the first that reads what is stored again. */
    private long runningAfterAShortCall(Customer customer) {
        String call = Records.call("short-" + customer.account(), customer.line(), 1);
        assertThat(intake.take(new Submission(call, "test"))).succeedsWithin(1, TimeUnit.MINUTES);
        return balances.running(customer.account()).orElseThrow();
    }

    private static long price(int seconds) {
        return seconds < 2 ? 0 : (seconds + 59) / 60 * 1990L;
    }

    long successes() {
        return successes.sum();
    }

    long failures() {
        return failures.sum();
    }

    /** Sends records of random customers, some of them twice at once and some of them bad, until each has an outcome. */
    final void send(BooleanSupplier on) {
        ParallelRuns.together(SENDERS, () -> new Sender().sendWhile(on));
    }

    private final class Sender {

        private final SplittableRandom random = new SplittableRandom(SEED + numbers.get());
        private final Queue<CompletableFuture<?>> underWay = new ArrayDeque<>();

        private boolean sendWhile(BooleanSupplier on) throws Exception {
            while (on.getAsBoolean()) {
                sendNext();
                while (underWay.size() > UNDER_WAY) {
                    underWay.remove().get(1, TimeUnit.MINUTES);
                }
            }
            for (CompletableFuture<?> last : underWay) {
                last.get(1, TimeUnit.MINUTES);
            }
            return true;
        }

        private void sendNext() {
            int number = numbers.incrementAndGet();
            if (number % 20 == 0) {
                bad.increment();
                sendUntilAnswered("", number % 40 == 0 ? "nonsense" : Records.call("bad", "4900000000", 60));
                return;
            }
            String id = "c-" + number;
            Customer customer = customers.get(random.nextInt(CUSTOMERS));
            int seconds = random.nextInt(600);
            secondsOfGood.put(id, seconds);
            customerOfGood.put(id, customer);
            String record = Records.call(id, customer.line(), seconds);
            sendUntilAnswered(id, record);
            if (number % 8 == 0) {
                sendUntilAnswered(id, record);
            }
        }

        private void sendUntilAnswered(String id, String record) {
            CompletableFuture<?> answered = new CompletableFuture<>();
            underWay.add(answered);
            sendAgain(id, record, answered);
        }

        private void sendAgain(String id, String record, CompletableFuture<?> answered) {
            intake.take(new Submission(record, "test")).whenComplete((outcome, error) -> {
                if (outcome != null) {
                    note(id, outcome);
                    answered.complete(null);
                } else {
                    failures.add(RecordIntake.isRefusal(error) ? 0 : 1);
                    CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS)
                            .execute(() -> sendAgain(id, record, answered));
                }
            });
        }
    }

    private void note(String id, @Nullable Outcome outcome) {
        successes.increment();
        if (outcome instanceof Billed) {
            billedOften.merge(id, 1, Integer::sum);
        } else if (outcome instanceof Rejected && !id.isEmpty()) {
            billedOften.merge(id, 100, Integer::sum);
        }
    }
}
