package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.sample.ParallelRuns;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.util.TestSocketUtils;
import org.springframework.transaction.support.TransactionTemplate;

@ActiveProfiles({"tour", "postgres"})
@TestPropertySource(properties = "spring.datasource.hikari.connection-timeout=1000") // while the database is down
@DirtiesContext
@Tag("full")
class BillingPostgresTest extends BillingDatabaseTest {

    /** Linux gives ports from here on to outgoing connections, which could take the port of the server while it is down. */
    private static final int FIRST_OF_CONNECTIONS = 32_768;

    private static final int PORT = IntStream.generate(TestSocketUtils::findAvailableTcpPort)
            .filter(port -> port < FIRST_OF_CONNECTIONS)
            .findFirst()
            .orElseThrow();

    private static final int ENOUGH_OUTCOMES = 500;
    private static final int ENOUGH_FAILURES = 20; // each takes a second
    private static final int SILENT_MILLIS = 20_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path data;

    private static EmbeddedPostgres server;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) throws IOException {
        server = start();
        properties.add("DB_URL", () -> server.getJdbcUrl("postgres", "postgres"));
        properties.add("DB_USER", () -> "postgres");
        properties.add("DB_PASSWORD", () -> "postgres");
    }

    private static EmbeddedPostgres start() throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data.resolve("data"))
                .setCleanDataDirectory(false)
                .setPort(PORT)
                .setPGStartupWait(Duration.ofMinutes(1))
                .setServerConfig("synchronous_commit", "on") // what was committed survives the processes
                .start();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Override
    String product() {
        return "PostgreSQL";
    }

    @Test
    void losesNothingAndBillsNothingTwiceWhenTheDatabaseIsKilledUnderLoad() throws Exception {
        AtomicBoolean on = new AtomicBoolean(true);
        CompletableFuture<?> sending = ParallelRuns.begin(() -> {
            send(on::get);
            return on;
        });

        try {
            awaitMore(ENOUGH_OUTCOMES, "outcomes before", this::successes);
            kill();
            awaitMore(ENOUGH_FAILURES, "failures meanwhile", this::failures);
            server.close();
            server = start();
            awaitMore(ENOUGH_OUTCOMES, "outcomes afterwards", this::successes);
        } finally {
            on.set(false);
        }
        sending.join();

        everyRecordIsBilledOnce();
    }

    private static void kill() throws IOException {
        String pid = Files.readAllLines(data.resolve("data/postmaster.pid")).get(0);
        ProcessHandle postmaster = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        postmaster.descendants().forEach(ProcessHandle::destroyForcibly);
        postmaster.destroyForcibly();
        await("the end of the server").until(() -> !postmaster.isAlive());
    }

    private static void awaitMore(int enough, String what, LongSupplier count) {
        long before = count.getAsLong();
        await(enough + " " + what).atMost(Duration.ofMinutes(1)).until(() -> count.getAsLong() >= before + enough);
    }

    @Test
    void refusesADriverThatDoesNotTellWhatItHasInserted(@Autowired JdbcTemplate database) {
        DriverManagerDataSource rewriting = new DriverManagerDataSource(
                server.getJdbcUrl("postgres", "postgres") + "&reWriteBatchedInserts=true", "postgres", "postgres");
        CostedEvents events = new CostedEvents(new JdbcTemplate(rewriting), JdbcClient.create(rewriting));
        String account = Customer.open(database).account();
        SortedMap<String, CostedEvent> two = new TreeMap<>();
        for (String id : List.of("rewritten-1", "rewritten-2")) {
            CallRecord call = new CallRecord(id, "1", "2", Instant.EPOCH, 60);
            two.put(id, new CostedEvent(call, account, "basic", Charging.values()[0], 0));
        }
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(rewriting));

        assertThatThrownBy(() -> transaction.execute(status -> events.insert(two)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("reWriteBatchedInserts");
    }

    @Test
    void waitsNoLongerForADatabaseThatIsSilentThanIsConfigured(@Autowired DataSource dataSource) throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            assertThat(connection.getNetworkTimeout()).isEqualTo(SILENT_MILLIS);
        }
    }
}
