package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.sample.ParallelRuns;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The guarantees of the money tracker on a database whose processes are killed. */
abstract class MoneyTrackerKilledDatabaseTest extends MoneyTrackerDatabaseTest {

    private static final Logger LOG = LoggerFactory.getLogger(MoneyTrackerKilledDatabaseTest.class);
    private static final int ENOUGH = 100;
    private static final int IMPATIENT_MILLIS = 500;
    private static final int SILENT_MILLIS = 20_000;

    abstract void kill() throws Exception;

    abstract void startAgain() throws Exception;

    @Test
    void endsEveryEventAndBooksNothingByHalvesWhileTheDatabaseIsKilledAndStartedAgain() throws Exception {
        // first: the pool applies it at its next housekeeping, see the pom
        connections().getHikariConfigMXBean().setConnectionTimeout(IMPATIENT_MILLIS);
        Bank bank = Bank.open(database, 100);
        Attempts attempts = new Attempts();
        AtomicBoolean on = new AtomicBoolean(true);
        faults.begin(10, SEED);
        MoneyTrackerLayoutChanges changes = MoneyTrackerLayoutChanges.start(manager, SEED);
        CompletableFuture<?> sending = ParallelRuns.begin(() -> {
            new Transfers(flow, bank, attempts).sendWhile(on::get);
            return on;
        });

        try {
            awaitMore("booked before", attempts.values(), attempts::values);
            int failed = attempts.unexpected().size();
            kill();
            awaitMore("failed meanwhile", failed, () -> attempts.unexpected().size());
            startAgain();
            awaitMore("booked afterwards", attempts.values(), attempts::values);
        } finally {
            connections().getHikariConfigMXBean().setConnectionTimeout(PATIENT_MILLIS);
            on.set(false);
        }
        sending.join();
        int made = changes.stop();

        LOG.info("{}, killed: {}, during {} changes of the layout", product(), attempts, made);
        bank.addsUp();
        attempts.agreeWith(bank);
    }

    @Test
    void waitsNoLongerForADatabaseThatIsSilentThanIsConfigured() throws Exception {
        try (Connection connection = connections().getConnection()) {
            assertThat(connection.getNetworkTimeout()).isEqualTo(SILENT_MILLIS);
        }
    }

    private static void awaitMore(String what, long before, LongSupplier count) {
        await(ENOUGH + " " + what).atMost(Duration.ofMinutes(1)).until(() -> count.getAsLong() >= before + ENOUGH);
    }

    /** Kills a process and all that it has started. */
    static void kill(ProcessHandle process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        await("the end of the process").until(() -> !process.isAlive());
        assertThat(process.descendants()).isEmpty();
    }
}
