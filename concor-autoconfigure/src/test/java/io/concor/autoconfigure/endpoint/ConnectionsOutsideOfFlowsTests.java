package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** A flow shares connections with a controller, as the verdict over HTTP sees it. */
@Timeout(120)
@SpringBootTest(
        classes = ConnectionsOutsideOfFlowsTests.Shop.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "spring.autoconfigure.exclude="
                    + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                    + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration,"
                    + "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration,"
                    + "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration,"
                    + "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration,"
                    + "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
            "spring.datasource.url=jdbc:h2:mem:outside",
            "spring.datasource.hikari.maximum-pool-size=" + ConnectionsOutsideOfFlowsTests.CONNECTIONS
        })
class ConnectionsOutsideOfFlowsTests {

    private static final int CLIENTS = 12;
    static final int CONNECTIONS = 8;
    /** Other threads of this JVM, those of other tests too, could hold some: many more are forgotten. */
    private static final int FORGOTTEN = 60;

    @LocalServerPort
    private int port;

    @Autowired
    private Flow<String, String> orders;

    @Autowired
    private Reports reports;

    @Autowired
    private HikariDataSource pool;

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running = true;
    private Http http;
    private RestClient client;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Shop {

        @Bean
        Flow<String, String> orders(DataSource database) {
            return Flows.<String>create("orders")
                    .maxInFlight(64)
                    .join(JoinSettings.fixed(4))
                    .mapSynchronizedRemote((String order) -> stored(order, database), "storage")
                    .build();
        }

        private static String stored(String order, DataSource database) throws SQLException {
            try (Connection connection = database.getConnection()) {
                LockSupport.parkNanos(5_000_000);
                return connection.isClosed() ? "" : order;
            }
        }

        @Bean
        Reports reports(JdbcTemplate database, DataSource pool) {
            return new Reports(database, pool);
        }
    }

    @RestController
    static class Reports {

        private final JdbcTemplate database;
        private final DataSource pool;
        private final Queue<Connection> forgotten = new ConcurrentLinkedQueue<>();

        Reports(JdbcTemplate database, DataSource pool) {
            this.database = database;
            this.pool = pool;
        }

        @GetMapping("/report")
        String report() {
            return database.execute((ConnectionCallback<String>) connection -> {
                LockSupport.parkNanos(20_000_000);
                return "done";
            });
        }

        @GetMapping("/forget")
        void forget() throws SQLException {
            forgotten.add(pool.getConnection());
        }
    }

    @BeforeEach
    void clients() {
        http = new Http(port);
        client = RestClient.create("http://localhost:" + port);
    }

    @AfterEach
    void stop() throws Exception {
        for (Connection connection : reports.forgotten) {
            connection.close();
        }
        reports.forgotten.clear();
        stopSending();
        pool.setMaximumPoolSize(CONNECTIONS);
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    private void stopSending() throws InterruptedException {
        running = false;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void repeat(Runnable action) {
        Thread thread = new Thread(
                () -> {
                    while (running) {
                        action.run();
                    }
                },
                "client");
        threads.add(thread);
        thread.start();
    }

    private void call(String path) {
        client.get().uri(path).retrieve().toBodilessEntity();
    }

    private void sendOrders() {
        repeat(() -> {
            if (!orders.tryApply("order")) {
                LockSupport.parkNanos(1_000_000);
            }
        });
    }

    private Http.Answer verdict() {
        return http.get("concordiagnosis/orders");
    }

    @Test
    @Tag("full")
    void areNotLeakedIfRequestsHoldThem() throws Exception {
        sendOrders();
        for (int i = 0; i < CLIENTS; i++) {
            repeat(() -> call("/report"));
        }
        List<String> seen = new ArrayList<>();

        await("the cause")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    Http.Answer verdict = verdict();
                    seen.add(verdict.text());
                    return seen.size() >= 20 && verdict.field("cause").equals("connection-pool");
                });

        stopSending();
        assertThat(seen).noneMatch(verdict -> verdict.contains("connection-leak"));
    }

    @Test
    void areLeakedIfTheRequestsThatTookThemHaveEnded() {
        pool.setMaximumPoolSize(FORGOTTEN + 2);
        for (int i = 0; i < FORGOTTEN; i++) {
            call("/forget");
        }
        sendOrders();

        await("the cause").atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            Http.Answer verdict = verdict();
            assertThat(verdict.field("cause")).as(verdict.text()).isEqualTo("connection-leak");
            assertThat(verdict.field("component")).isEqualTo("storage");
            assertThat(verdict.field("summary"))
                    .endsWith("cannot belong to any event, request or job: some code does not close what it takes.");
        });
    }
}
