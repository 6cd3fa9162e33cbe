package io.concor.sample.moneytracker;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.util.TestSocketUtils;

@ActiveProfiles({"tour", "postgres"})
@DirtiesContext
@Tag("full")
class MoneyTrackerPostgresTest extends MoneyTrackerKilledDatabaseTest {

    /** Linux gives ports from here on to outgoing connections, which could take the port of the server while it is down. */
    private static final int FIRST_OF_CONNECTIONS = 32_768;

    private static final int PORT = IntStream.generate(TestSocketUtils::findAvailableTcpPort)
            .filter(port -> port < FIRST_OF_CONNECTIONS)
            .findFirst()
            .orElseThrow();

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

    @Override
    void kill() throws IOException {
        String postmaster =
                Files.readAllLines(data.resolve("data/postmaster.pid")).get(0);
        kill(ProcessHandle.of(Long.parseLong(postmaster)).orElseThrow());
    }

    @Override
    void startAgain() throws IOException {
        server.close();
        server = start();
    }
}
