package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.sample.HostileAnswer;
import io.concor.sample.HostileServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** The gateway with one healthy application and others that take all connections to their hosts. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "mo-flow.receiver.enabled=false",
            "mo-flow.database-delay=0ms",
            "mo-flow.applications.response-timeout=1h",
            "spring.datasource.url=jdbc:h2:mem:slow-applications",
            "concor.presets.location=../presets",
            "logging.level.io.concor.sample.moflow.MoErrorHandler=off",
            "logging.level.mo-flow.trans=off"
        })
class SlowApplicationsTest {

    /** Of a machine that does much else. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final int CONNECTIONS_PER_HOST = 64;
    private static final int MESSAGES_PER_HOST = CONNECTIONS_PER_HOST + 6;
    private static final int HEALTHY_MESSAGES = 100;

    private final List<HostileServer> slow =
            Stream.generate(HostileServer::new).limit(5).toList();

    @Test
    void delaysNoMessageToAnotherApplication(@Autowired JdbcTemplate database, @LocalServerPort int port)
            throws IOException {
        GatewayClient gateway = new GatewayClient(port);
        try (HostileServer healthy = new HostileServer()) {
            addresses(database, healthy);
            slow.forEach(server -> server.answerWith(HostileAnswer.DRIPPING_BODY));
            send(gateway, "1111", 2 * MESSAGES_PER_HOST);
            send(gateway, "2222", 3 * MESSAGES_PER_HOST);
            await("all connections to the slow hosts").atMost(PATIENCE).until(this::areBusy);

            send(gateway, "3333", HEALTHY_MESSAGES);

            await("the messages to the healthy application")
                    .atMost(PATIENCE)
                    .until(() -> healthy.answered() == HEALTHY_MESSAGES);
            assertThat(areBusy()).isTrue();
        } finally {
            for (HostileServer server : slow) {
                server.close();
            }
        }
        await("the end of all messages").atMost(PATIENCE).until(() -> gateway.inFlight() == 0);
    }

    private void addresses(JdbcTemplate database, HostileServer weather) {
        for (int i = 0; i < slow.size(); i++) {
            address(database, i + 1, slow.get(i));
        }
        address(database, 6, weather);
    }

    private static void address(JdbcTemplate database, int endpoint, HostileServer server) {
        database.update("update endpoint set address = ?, enabled = true where id = ?", server.url(), endpoint);
    }

    private static void send(GatewayClient gateway, String shortCode, int messages) {
        for (int i = 0; i < messages; i++) {
            assertThat(gateway.send(shortCode, "message").statusCode()).isEqualTo(202);
        }
    }

    private boolean areBusy() {
        return slow.stream().allMatch(server -> server.openConnections() == CONNECTIONS_PER_HOST);
    }
}
