package io.concor.sample.moflow;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@ActiveProfiles({"tour", "postgres"})
@DirtiesContext
class MoFlowPostgresTest extends MoFlowDatabaseTest {

    private static EmbeddedPostgres server;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) throws IOException {
        server = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(1))
                .start();
        properties.add("DB_URL", () -> server.getJdbcUrl("postgres", "postgres"));
        properties.add("DB_USER", () -> "postgres");
        properties.add("DB_PASSWORD", () -> "postgres");
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Override
    String product() {
        return "PostgreSQL";
    }
}
