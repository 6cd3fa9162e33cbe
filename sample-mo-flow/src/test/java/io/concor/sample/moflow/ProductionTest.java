package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Manager;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** The gateway in production mode, with the presets of the repository and its own receiver. */
class ProductionTest extends InProduction {

    private final Gateway receiver = new Gateway(RECEIVER_PORT);

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
    void hasTheThreadsOfItsTwinWithoutConcor(@Autowired Manager manager) {
        assertThat(manager.layout("mo-flow").slots())
                .containsOnlyKeys("session-manager", "endpoint-resolver", "trans-logger")
                .hasEntrySatisfying(
                        "session-manager", join -> assertThat(join.threads()).isEqualTo(1))
                .hasEntrySatisfying(
                        "endpoint-resolver", join -> assertThat(join.threads()).isEqualTo(PlainMoFlow.DATABASE_THREADS))
                .hasEntrySatisfying(
                        "trans-logger", join -> assertThat(join.threads()).isEqualTo(1));
    }

    @Test
    void sendsMessagesToItsReceiver() {
        for (int i = 0; i < 100; i++) {
            assertThat(gateway.send("1111", "news " + i).statusCode()).isEqualTo(202);
        }

        await("100 messages received").until(() -> received() == 100);
    }

    @Test
    void letsTheViewerChangeNothing() {
        JsonNode before = topology();

        int status = viewer.post("/actuator/concorslots/mo-flow/router", "{\"pool\":\"fixed\",\"threads\":2}")
                .statusCode();

        assertThat(status).isEqualTo(403);
        assertThat(topology()).isEqualTo(before);
    }

    private JsonNode topology() {
        return Gateway.json(viewer.get("/actuator/concor/mo-flow"));
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
