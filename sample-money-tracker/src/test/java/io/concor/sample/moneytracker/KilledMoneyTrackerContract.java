package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.test.util.TestSocketUtils;

/** With the profile {@code durable}, each accepted transfer is booked once, although the process is killed under load. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
abstract class KilledMoneyTrackerContract {

    private static final Logger LOG = LoggerFactory.getLogger(KilledMoneyTrackerContract.class);
    private static final String QUEUE = "/actuator/concorqueues/money-tracker.reader";
    private static final int ACCEPTED = 150;

    @TempDir
    Path folder;

    private final int port = TestSocketUtils.findAvailableTcpPort();
    private final TrackerClient tracker = new TrackerClient(port);
    private final AcceptedTransfers transfers = new AcceptedTransfers();

    /** Returns profiles and properties of the application. */
    abstract List<String> settings() throws IOException;

    /** Returns the database, for a look from outside of the application. */
    abstract DriverManagerDataSource database() throws IOException;

    @Test
    void booksEachAcceptedTransferOnceAfterItsProcessWasKilled() throws Exception {
        kill(1);
    }

    @Test
    @Tag("full")
    void booksEachAcceptedTransferOnceAfterItsProcessWasKilledManyTimes() throws Exception {
        kill(10);
    }

    private void kill(int times) throws Exception {
        int waiting = 0;
        for (int i = 0; i < times; i++) {
            transfers.sendUntilKilled(tracker, ACCEPTED, start());
            waiting += look().queryForObject("select count(*) from concor_event", Integer.class);
        }
        TrackerProcess last = start();
        awaitEmptyQueue();
        last.stop();
        LOG.info(
                "{} accepted, {} not answered, {} waited at {} kills",
                transfers.accepted().size(),
                transfers.unanswered().size(),
                waiting,
                times);
        assertThat(waiting)
                .as("accepted, and not booked, when the process was killed")
                .isPositive();
        eachAcceptedTransferIsBooked();
        eachBookingChangedTheBalancesOnce();
        noTransferWasHandledAgain();
    }

    private TrackerProcess start() throws IOException {
        List<String> common = List.of("--money-tracker.database-delay=2ms");
        return TrackerProcess.start(
                port, log(), Stream.concat(common.stream(), settings().stream()).toList());
    }

    private Path log() {
        return folder.resolve("tracker.log");
    }

    private JdbcTemplate look() throws IOException {
        return new JdbcTemplate(database());
    }

    private void awaitEmptyQueue() {
        await("all are booked").atMost(Duration.ofMinutes(5)).untilAsserted(() -> {
            var queue = TrackerClient.json(tracker.get(QUEUE));
            assertThat(queue.path("depth").intValue()).isZero();
            assertThat(queue.path("delayed").intValue()).isZero();
            assertThat(queue.path("dead").intValue()).as("dead letters").isZero();
        });
    }

    private void eachAcceptedTransferIsBooked() throws IOException {
        Set<String> booked = new HashSet<>(look().queryForList("select id from trx", String.class));
        assertThat(booked).containsAll(transfers.accepted());
        booked.removeAll(transfers.accepted());
        assertThat(transfers.unanswered()).containsAll(booked);
    }

    private void eachBookingChangedTheBalancesOnce() throws IOException {
        Map<String, BigDecimal> expected = new HashMap<>(Map.of(
                "1001", new BigDecimal("1000.00"), "1002", new BigDecimal("500.00"), "1003", new BigDecimal("0.00")));
        look().query("select account, counter_account, amount from trx", row -> {
            expected.merge(row.getString(1), row.getBigDecimal(3).negate(), BigDecimal::add);
            expected.merge(row.getString(2), row.getBigDecimal(3), BigDecimal::add);
        });
        Map<String, BigDecimal> balances = new HashMap<>();
        look().query("select number, balance from account", row -> {
            balances.put(row.getString(1), row.getBigDecimal(2));
        });
        assertThat(balances).isEqualTo(expected);
    }

    /** The key of a booking would have hidden it. */
    private void noTransferWasHandledAgain() throws IOException {
        assertThat(Files.readString(log())).doesNotContain("was booked before");
    }
}
