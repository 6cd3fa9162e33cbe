package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.layout.Topology;
import io.concor.manage.Manager;
import io.concor.sample.HttpCaller;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class MoFlowProductionTest extends MoFlowInProduction {

    private final HttpCaller receiver = new HttpCaller(RECEIVER_PORT);

    @Test
    void startsWithThePresetNamedProduction(@Autowired Manager manager) {
        Topology topology = manager.flow("mo-flow").topology();

        assertThat(topology.activePreset()).isEqualTo("production");
        assertThat(topology.drifted()).isFalse();
    }

    @Test
    void sendsMessagesToItsReceiver() {
        for (int i = 0; i < 100; i++) {
            assertThat(gateway.send("1111", "news " + i).statusCode()).isEqualTo(202);
        }

        await("100 messages received").until(() -> received() == 100);
    }

    private int received() {
        return HttpCaller.json(receiver.get("/received")).path("received").intValue();
    }
}
