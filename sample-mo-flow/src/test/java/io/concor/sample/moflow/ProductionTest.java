package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.util.TestSocketUtils;
import tools.jackson.databind.JsonNode;

/** The gateway in production mode, with the presets of the repository and its own receiver. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"mo-flow.receiver.enabled=true", "concor.presets.location=../presets"})
@ActiveProfiles("production")
@DirtiesContext
class ProductionTest {

    private static final int RECEIVER_PORT = TestSocketUtils.findAvailableTcpPort();

    private Gateway gateway = new Gateway(0);
    private final Gateway receiver = new Gateway(RECEIVER_PORT);

    @DynamicPropertySource
    static void receiverPort(DynamicPropertyRegistry properties) {
        properties.add("mo-flow.receiver.port", () -> RECEIVER_PORT);
    }

    @BeforeEach
    void call(@LocalServerPort int port) {
        gateway = new Gateway(port);
    }

    @Test
    void startsWithThePresetNamedProduction() {
        JsonNode topology = topology();

        assertThat(topology.path("activePreset").stringValue()).isEqualTo("production");
        assertThat(topology.path("drifted").booleanValue()).isFalse();
        assertThat(pool(topology, "session-manager")).isEqualTo("single");
        assertThat(pool(topology, "router")).isEqualTo("none");
        assertThat(pool(topology, "endpoint-resolver")).isEqualTo("fixed");
    }

    @Test
    void sendsMessagesToItsReceiver() {
        for (int i = 0; i < 100; i++) {
            assertThat(gateway.send("1111", "news " + i).statusCode()).isEqualTo(202);
        }

        await("100 messages received").until(() -> received() == 100);
    }

    @Test
    void refusesToChangeItsThreading() {
        JsonNode before = topology();

        int status = gateway.post("/actuator/concorslots/mo-flow/router", "{\"pool\":\"fixed\",\"threads\":2}")
                .statusCode();

        assertThat(status).isBetween(400, 499);
        assertThat(topology()).isEqualTo(before);
    }

    private JsonNode topology() {
        return Gateway.json(gateway.get("/actuator/concor/mo-flow"));
    }

    private static String pool(JsonNode topology, String component) {
        for (JsonNode candidate : topology.path("components")) {
            if (candidate.path("name").stringValue().equals(component)) {
                return candidate.path("slot").path("pool").stringValue();
            }
        }
        throw new AssertionError("No component " + component);
    }

    private int received() {
        return Gateway.json(receiver.get("/received")).path("received").intValue();
    }
}
