package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Manager;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** The server in production mode, with the presets of the repository and its own receiver. */
class ProductionTest extends InProduction {

    private final Server receiver = new Server(RECEIVER_PORT);

    @Test
    void startsWithThePresetNamedProduction() {
        JsonNode topology = topology();

        assertThat(topology.path("activePreset").stringValue()).isEqualTo("production");
        assertThat(topology.path("drifted").booleanValue()).isFalse();
        assertThat(pool(topology, "session-manager")).isEqualTo("single");
        assertThat(pool(topology, "menu-structure-resolver")).isEqualTo("none");
        assertThat(pool(topology, "logger")).isEqualTo("single");
    }

    @Test
    void hasTheThreadsOfItsTwinWithoutConcor(@Autowired Manager manager) {
        assertThat(manager.layout("ussd").slots())
                .containsOnlyKeys("session-manager", "logger")
                .hasEntrySatisfying(
                        "session-manager", join -> assertThat(join.threads()).isEqualTo(1))
                .hasEntrySatisfying("logger", join -> assertThat(join.threads()).isEqualTo(1));
    }

    @Test
    void sendsRepliesToItsReceiver() {
        for (int i = 0; i < 100; i++) {
            assertThat(server.send("session-" + i, "*100#").statusCode()).isEqualTo(202);
        }

        await("100 replies received").until(() -> received() == 100);
    }

    @Test
    void letsTheViewerChangeNothing() {
        JsonNode before = topology();

        int status = viewer.post("/actuator/concorslots/ussd/menu-resolver", "{\"pool\":\"fixed\",\"threads\":2}")
                .statusCode();

        assertThat(status).isEqualTo(403);
        assertThat(topology()).isEqualTo(before);
    }

    private JsonNode topology() {
        return Server.json(viewer.get("/actuator/concor/ussd"));
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
        return Server.json(receiver.get("/received")).path("received").intValue();
    }
}
