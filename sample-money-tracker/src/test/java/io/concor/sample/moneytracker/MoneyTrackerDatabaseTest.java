package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.sample.ParallelRuns;
import io.concor.sample.moneytracker.TrxRefusedException.Cause;
import io.concor.test.FlowTester;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The guarantees of the money tracker on each database for which it has a profile. {@code -Dmoney-tracker.transfers=20000}
 * sends more transfers than the build.
 */
@SpringBootTest(
        webEnvironment = WebEnvironment.NONE,
        properties = {
            "money-tracker.database-delay=0ms",
            "spring.datasource.hikari.maximum-pool-size=" + MoneyTrackerDatabaseTest.THREADS,
            "spring.datasource.hikari.connection-timeout=" + MoneyTrackerDatabaseTest.PATIENT_MILLIS,
            "money-tracker.max-in-flight=128",
            "concor.presets.location=../presets",
            "logging.level.io.concor.manage.Manager=error", // the layout changes all the time
            "logging.level.money-tracker.trx=off",
            "logging.level.io.concor.sample.moneytracker.TrxErrorHandler=off"
        })
@Import(InjectedFaultsConfiguration.class)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
abstract class MoneyTrackerDatabaseTest {

    static final int TRANSFERS = Integer.getInteger("money-tracker.transfers", 2000);
    static final long SEED = Long.getLong("money-tracker.seed", 20_260_101L);

    private static final Logger LOG = LoggerFactory.getLogger(MoneyTrackerDatabaseTest.class);
    static final int THREADS = 16;
    static final int PATIENT_MILLIS = 20_000;
    private static final String FLOW = "money-tracker";
    private static final int FEW_CONNECTIONS = 2;

    @Autowired
    Flow<String, BookedTrx> flow;

    @Autowired
    Manager manager;

    @Autowired
    JdbcTemplate database;

    @Autowired
    InjectedFaults faults;

    private HikariDataSource connections = new HikariDataSource();
    private @Nullable Map<String, JoinSettings> layout;

    abstract String product();

    @BeforeEach
    void startAnew(@Autowired DataSource dataSource) throws Exception {
        connections = dataSource.unwrap(HikariDataSource.class);
        layout = manager.flow(FLOW).layout().slots();
    }

    @AfterEach
    void nothingIsLeft() {
        faults.end();
        try (FlowTester tester = FlowTester.of(flow)) {
            tester.awaitIdle(Duration.ofSeconds(30));
        }
        manager.change(ChangeRequest.layout(FLOW, layout));
        await("every connection back in the pool")
                .until(() -> connections.getHikariPoolMXBean().getActiveConnections() == 0);
        assertThat(faults.strays())
                .as("threads with another transaction than theirs")
                .isEmpty();
    }

    HikariDataSource connections() {
        return connections;
    }

    @Test
    void keepsEveryCentWhileLayoutsChangeAndTasksFail() throws Exception {
        Bank bank = Bank.open(database, 100);
        Attempts attempts = new Attempts();
        faults.begin(10, SEED);
        MoneyTrackerLayoutChanges changes = MoneyTrackerLayoutChanges.start(manager, SEED);
        long begin = System.nanoTime();

        new Transfers(flow, bank, attempts).send(TRANSFERS);

        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        int made = changes.stop();
        LOG.info("{}: {} in {} ms, during {} changes of the layout", product(), attempts, millis, made);
        bank.addsUp();
        attempts.agreeWith(bank);
        assertThat(attempts.unexpected()).isEmpty();
        assertThat(attempts.values()).isGreaterThan(TRANSFERS / 4);
        assertThat(made).isGreaterThan(10);
        assertThat(connection()).isEqualTo(product());
    }

    /** Layouts in which events with a lock wait for a thread while other events wait for the lock. */
    static Stream<Map<String, JoinSettings>> layouts() {
        return Stream.of(
                Map.of(),
                Map.of("reader", JoinSettings.fixed(THREADS)),
                Map.of("reader", JoinSettings.fixed(THREADS), "updater", JoinSettings.fixed(1)),
                Map.of("calculator", JoinSettings.fixed(2)),
                Map.of(
                        "reader", JoinSettings.cached(THREADS),
                        "calculator", JoinSettings.single(),
                        "updater", JoinSettings.fixed(1).capacity(1),
                        "logger", JoinSettings.single()));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void booksJustWhatAnAccountHoldsWhateverTheLayout(Map<String, JoinSettings> layout) {
        Bank bank = Bank.open(database, 1);
        AtomicInteger ids = new AtomicInteger();
        manager.change(ChangeRequest.layout(FLOW, layout));

        List<Object> results = ParallelRuns.together(THREADS, () -> Stream.generate(
                                () -> Messages.withdrawal("w-" + ids.incrementAndGet(), bank.account(0), "4.00"))
                        .limit(4)
                        .map(flow::submit)
                        .toList()
                        .stream()
                        .map(MoneyTrackerDatabaseTest::result)
                        .toList())
                .stream()
                .flatMap(List::stream)
                .toList();

        assertThat(results).filteredOn(BookedTrx.class::isInstance).hasSize(25);
        assertThat(results).filteredOn(Cause.OVERDRAFT::equals).hasSize(THREADS * 4 - 25);
        assertThat(bank.balance(bank.account(0))).isZero();
    }

    @Test
    void endsEveryTransactionWithFewerConnectionsThanThreads() {
        connections.getHikariConfigMXBean().setMaximumPoolSize(FEW_CONNECTIONS);
        try {
            // open connections would stay otherwise
            connections.getHikariPoolMXBean().softEvictConnections();
            await("fewer connections").until(this::fewConnections);

            booksJustWhatAnAccountHoldsWhateverTheLayout(
                    Map.of("reader", JoinSettings.fixed(THREADS), "updater", JoinSettings.fixed(1)));

            assertThat(fewConnections()).as("fewer connections to the end").isTrue();
        } finally {
            connections.getHikariConfigMXBean().setMaximumPoolSize(THREADS);
        }
    }

    private boolean fewConnections() {
        return connections.getHikariPoolMXBean().getTotalConnections() <= FEW_CONNECTIONS;
    }

    @Test
    void letsTransfersAgainstEachOtherPass() {
        Bank bank = Bank.open(database, 2);
        AtomicInteger ids = new AtomicInteger();
        manager.change(ChangeRequest.layout(
                FLOW, Map.of("reader", JoinSettings.fixed(THREADS), "updater", JoinSettings.fixed(1))));

        List<Object> results = ParallelRuns.together(THREADS, () -> {
            int number = ids.incrementAndGet();
            return result(flow.submit(Messages.transfer(
                    "x-" + number, bank.account(number % 2), bank.account((number + 1) % 2), "10.00")));
        });

        assertThat(results).hasOnlyElementsOfType(BookedTrx.class);
        bank.addsUp();
    }

    @Test
    void booksARequestThatComesManyTimesAtOnceOnce() {
        Bank bank = Bank.open(database, 1);
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        String message = Messages.withdrawal("once", bank.account(0), "70.00");

        List<BookedTrx> results = ParallelRuns.together(THREADS, () -> {
            barrier.await();
            return flow.submit(message).get();
        });

        assertThat(results).filteredOn(booked -> !booked.repeated()).hasSize(1);
        assertThat(results)
                .extracting(BookedTrx::trx, BookedTrx::balance, BookedTrx::bookedAt)
                .containsOnly(tuple(
                        results.get(0).trx(),
                        new BigDecimal("30.00"),
                        results.get(0).bookedAt()));
        assertThat(bank.balance(bank.account(0))).isEqualByComparingTo("30.00");
    }

    @Test
    void booksOneOfManyWithTheSameIdOnOtherAccounts() {
        Bank bank = Bank.open(database, THREADS);
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        AtomicInteger accounts = new AtomicInteger();

        List<Object> results = ParallelRuns.together(THREADS, () -> {
            String account = bank.account(accounts.getAndIncrement());
            barrier.await();
            return result(flow.submit(Messages.withdrawal("mine", account, "1.00")));
        });

        assertThat(results).filteredOn(Throwable.class::isInstance).isEmpty();
        assertThat(results).filteredOn(BookedTrx.class::isInstance).hasSize(1);
        assertThat(results).filteredOn(Cause.ID_TAKEN::equals).hasSize(THREADS - 1);
    }

    private static Object result(CompletableFuture<BookedTrx> result) {
        try {
            return result.orTimeout(1, TimeUnit.MINUTES).join();
        } catch (CompletionException e) {
            return e.getCause() instanceof TrxRefusedException refused ? refused.why() : e.getCause();
        }
    }

    private String connection() throws Exception {
        try (var connection = connections.getConnection()) {
            return connection.getMetaData().getDatabaseProductName();
        }
    }
}
