package io.concor.queueserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.client.QueuesSettings;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class QueueServerPropertiesTest {

    @Test
    void haveTheDefaultsOfTheQueues() {
        QueueServerProperties properties = new Binder(new MapConfigurationPropertySource())
                .bindOrCreate("concor.queue-server", QueueServerProperties.class);

        QueuesSettings defaults = QueuesSettings.defaults();
        assertThat(properties.settings(defaults.remember())).isEqualTo(defaults);
    }
}
