package io.concor.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store depends on is set for its clients. */
class ClientSettingsTest {

    /** Nine seconds of its session, and two between heartbeats. */
    private static final int BROKER_IS_DEAD_MILLIS = 11_000;

    /** Else transactions would be begun anew again and again just before they could be written. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 60})
    void anEndIsDeliveredForLongerThanBrokersNeedToNoticeThatOneIsDead(int timeoutSeconds) {
        ClientSettings clients = new ClientSettings(
                Map.of("bootstrap.servers", "localhost:1"), "test", Duration.ofSeconds(timeoutSeconds));
        Map<String, Object> set = clients.transactions(ClientSettings.ENDS);
        assertThat((int) set.get("delivery.timeout.ms")).isGreaterThan(BROKER_IS_DEAD_MILLIS + 5_000);
        assertThat((int) set.get("request.timeout.ms")).isLessThan((int) set.get("delivery.timeout.ms"));
        assertThat(set).containsEntry("transaction.timeout.ms", timeoutSeconds * 1_000);
    }
}
