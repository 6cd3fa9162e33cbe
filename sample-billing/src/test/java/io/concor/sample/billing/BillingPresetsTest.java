package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.BatchSettings;
import io.concor.JoinSettings;
import io.concor.manage.Manager;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class BillingPresetsTest extends BillingTest {

    private static final String PRESETS = "/actuator/concorpresets/billing";

    @Autowired
    Manager manager;

    @Test
    void differInTheBatchesOfTheWriterOnly() {
        BatchSettings messages = applied("messages");
        BatchSettings bulk = applied("bulk");
        BatchSettings adaptive = applied("adaptive");

        assertThat(messages).isEqualTo(JoinSettings.batch(1).batching());
        assertThat(bulk)
                .isEqualTo(JoinSettings.batch(500).linger(Duration.ofSeconds(1)).batching());
        assertThat(adaptive)
                .isEqualTo(JoinSettings.batch(1000)
                        .batchTarget(Duration.ofMillis(200))
                        .batching());
    }

    private BatchSettings applied(String preset) {
        assertThat(billing.get(PRESETS).body()).contains("\"" + preset + "\"");
        assertThat(billing.post(PRESETS + "/" + preset + "/apply", "{}")).returns(200, answer -> answer.statusCode());
        assertThat(manager.flow("billing").layout().slots().get("rater")).isEqualTo(JoinSettings.fixed(8));
        assertThat(manager.flow("billing").layout().slots().get("balance")).isEqualTo(JoinSettings.keyed(4));
        JoinSettings writer = manager.flow("billing").layout().slots().get("writer");
        assertThat(writer.batching(null)).isEqualTo(JoinSettings.fixed(4));
        return writer.batchingOrDefault();
    }
}
