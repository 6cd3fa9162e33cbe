package io.concor.sample.moneytracker;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

@Tag("full")
class KilledMoneyTrackerPostgresTest extends KilledMoneyTrackerContract {

    private EmbeddedPostgres server;

    @BeforeEach
    void startServer() throws IOException {
        server = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(1))
                .start();
    }

    @AfterEach
    void stopServer() throws IOException {
        server.close();
    }

    @Override
    List<String> settings() {
        return List.of(
                "--spring.profiles.active=tour,durable,postgres",
                "--DB_URL=" + url(),
                "--DB_USER=postgres",
                "--DB_PASSWORD=postgres");
    }

    private String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    @Override
    DriverManagerDataSource database() {
        return new DriverManagerDataSource(url(), "postgres", "postgres");
    }
}
