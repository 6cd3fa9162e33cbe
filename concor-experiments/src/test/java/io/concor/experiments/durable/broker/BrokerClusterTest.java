package io.concor.experiments.durable.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BrokerClusterTest {

    @Test
    void ofThreeBrokersOneMayFail() {
        List<BrokerPlace> places = BrokerPlace.of(3);

        assertThat(places).extracting(BrokerPlace::number).containsExactly(1, 2, 3);
        assertThat(places).extracting(BrokerPlace::name).doesNotHaveDuplicates();
        assertThat(places)
                .extracting(BrokerPlace::cluster)
                .containsOnly(places.get(0).cluster());
        assertThat(places).allSatisfy(place -> assertThat(place.properties())
                .contains("default.replication.factor=3", "min.insync.replicas=2", voters(places)));
    }

    private static String voters(List<BrokerPlace> places) {
        return "controller.quorum.voters=1@localhost:%d,2@localhost:%d,3@localhost:%d"
                .formatted(
                        places.get(0).controllerPort(),
                        places.get(1).controllerPort(),
                        places.get(2).controllerPort());
    }

    @Test
    void oneBrokerKeepsOneCopy() {
        assertThat(BrokerPlace.of(1).get(0).properties())
                .contains("default.replication.factor=1", "min.insync.replicas=1");
    }

    @Test
    void trafficIsThatSinceAMoment() {
        BrokerTraffic before = new BrokerTraffic(Map.of("Produce", 10L), 100, 200);
        BrokerTraffic now = new BrokerTraffic(Map.of("Produce", 14L, "EndTxn", 2L), 180, 600);

        BrokerTraffic since = now.minus(before);

        assertThat(since.count()).isEqualTo(6);
        assertThat(since.per(2))
                .isEqualTo("3.00 requests (Produce 2.00, EndTxn 1.00), bytes of records: 40 in, 200 out");
        assertThat(before.plus(since)).isEqualTo(now);
    }
}
