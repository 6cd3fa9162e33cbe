package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.layout.Topology;
import io.concor.manage.Manager;
import io.concor.sample.BriefAccessContract;
import io.concor.sample.HttpCaller;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class UssdProductionTest extends UssdInProduction {

    private final HttpCaller receiver = new HttpCaller(RECEIVER_PORT);

    @Test
    void startsWithThePresetNamedProduction(@Autowired Manager manager) {
        Topology topology = manager.flow("ussd").topology();

        assertThat(topology.activePreset()).isEqualTo("production");
        assertThat(topology.drifted()).isFalse();
    }

    @Test
    void sendsRepliesToItsReceiver() {
        for (int i = 0; i < 100; i++) {
            assertThat(server.send("session-" + i, "*100#").statusCode()).isEqualTo(202);
        }

        await("100 replies received").until(() -> received() == 100);
    }

    private int received() {
        return HttpCaller.json(receiver.get("/received")).path("received").intValue();
    }

    @Nested
    class Access extends BriefAccessContract {

        Access() {
            super("ussd", "logger");
        }
    }
}
