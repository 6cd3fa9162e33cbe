package io.concor.queueserver;

import static io.concor.sample.HttpCaller.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.sample.HttpCaller;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The connections to the database change while the server runs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ConnectionsTest {

    private static final String CONNECTIONS = "/actuator/concorconnections";
    private static final String URL = "--spring.datasource.url=";
    private static final String SHORT_TIMEOUT = "connection-timeout=2000";

    /** Threads of the store. */
    private static final int THREADS = 16;

    /** The connections that the queues keep. */
    private static final int KEPT = 2;

    private RunningServer server;
    private HttpCaller operator;
    private String url;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        List<String> settings = TestStore.POSTGRESQL.settings(folder).stream()
                .map(setting -> setting.replace(SHORT_TIMEOUT, "connection-timeout=15000"))
                .toList();
        url = settings.stream()
                .filter(setting -> setting.startsWith(URL))
                .findFirst()
                .orElseThrow()
                .substring(URL.length());
        server = RunningServer.start(settings, "--concor.queue-server.max-connections=30");
        operator = server.operator();
        server.alice().register();
        server.alice().create("orders");
        var changed =
                operator.post("/actuator/concorslots/queue-server/store", "{\"threads\":" + THREADS + ",\"batch\":1}");
        assertThat(changed.statusCode()).as(String.valueOf(changed.body())).isEqualTo(200);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    @Tag("full")
    void becomeMoreAndFewerUnderLoadAndNoRequestFails() throws Exception {
        try (SendingClients load = SendingClients.start(server.alice(), "orders", THREADS)) {
            for (int connections : List.of(24, 3, 20, 5)) {
                assertThat(json(change("{\"connections\":" + connections + "}"))
                                .path("connections")
                                .intValue())
                        .isEqualTo(connections);
                assertThatTheDatabaseIsAskedBy(connections);
                load.awaitFurther(THREADS);
            }
            load.stop();

            assertThat(load.statuses()).containsOnlyKeys(201);
        }
    }

    /** While the row of the queue is locked, each send that has a connection waits in the database, and the others for a connection. */
    private void assertThatTheDatabaseIsAskedBy(int connections) throws SQLException {
        int sending = Math.min(THREADS, connections - KEPT);
        try (Connection lock = DriverManager.getConnection(url, "postgres", "");
                Connection observer = DriverManager.getConnection(url, "postgres", "")) {
            lock.setAutoCommit(false);
            try (Statement statement = lock.createStatement()) {
                statement.execute("select 1 from concor_client_queue for update");
            }
            await("all connections are used").atMost(Duration.ofSeconds(9)).untilAsserted(() -> {
                assertThat(number(observer, "wait_event_type = 'Lock'")).isEqualTo(sending);
                assertThat(number(observer, "pid not in (pg_backend_pid(), " + pid(lock) + ")"))
                        .isLessThanOrEqualTo(connections);
                assertThat(now().path("waitingThreads").intValue()).isGreaterThanOrEqualTo(THREADS - sending);
            });
            lock.rollback();
        }
    }

    /** Returns how many connections to this database fulfil a condition. */
    private static int number(Connection connection, String condition) throws SQLException {
        return number(
                connection,
                "select count(*) from pg_stat_activity where datname = current_database() and " + condition,
                1);
    }

    private static int pid(Connection connection) throws SQLException {
        return number(connection, "select pg_backend_pid()", 1);
    }

    private static int number(Connection connection, String query, int column) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(column);
        }
    }

    @Test
    void areShownToOperators() throws Exception {
        change("{\"connections\":10,\"reason\":\"test\"}");

        JsonNode now = now();
        assertThat(now.path("connections").intValue()).isEqualTo(10);
        assertThat(now.path("least").intValue()).isEqualTo(3);
        assertThat(now.path("most").intValue()).isEqualTo(30);
        assertThat(now.path("inUse").intValue()).isBetween(KEPT, 10);
        assertThat(now.path("waitingThreads").intValue()).isZero();
        await("the pool closes what is too much")
                .untilAsserted(() -> assertThat(now().path("open").intValue()).isBetween(KEPT, 10));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{}                                      | connections | it is missing",
                "{'connections':2}                       | connections | 2 is out of bounds",
                "{'connections':31}                      | connections | 31 is out of bounds",
                "{'connections':-1}                      | connections | -1 is out of bounds",
                "{'connections':'many'}                  | connections | 'many' is not a whole number",
                "{'connections':99999999999}             | connections | '99999999999' is out of bounds",
                "{'connections':12,'reason':' '}         | reason      | it is blank",
                "{'connections':12,'idle':3}             | idle        | 'idle' is unknown"
            })
    void stayAsTheyAreAfterAWrongChange(String body, String field, String reason) {
        int before = now().path("connections").intValue();

        HttpResponse<String> refused = change(body.replace('\'', '"'));

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).path("field").stringValue()).isEqualTo(field);
        assertThat(json(refused).path("reason").stringValue()).contains(reason);
        assertThat(now().path("connections").intValue()).isEqualTo(before);
    }

    @Test
    void areNoMatterOfClients() {
        HttpCaller alice = server.alice().http();

        assertThat(alice.get(CONNECTIONS).statusCode()).isEqualTo(403);
        assertThat(alice.post(CONNECTIONS, "{\"connections\":12}").statusCode()).isEqualTo(403);
        assertThat(server.anonymous().get(CONNECTIONS).statusCode()).isEqualTo(401);
    }

    private HttpResponse<String> change(String body) {
        return operator.post(CONNECTIONS, body);
    }

    private JsonNode now() {
        return json(operator.get(CONNECTIONS));
    }
}
