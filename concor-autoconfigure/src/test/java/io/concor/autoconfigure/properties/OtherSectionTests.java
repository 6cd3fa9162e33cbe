package io.concor.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** That such a section is accepted, and others are not, is tested with the queue server. */
class OtherSectionTests {

    private static final Set<String> KEYS = Set.of("queueserver");

    @Test
    void hasItsPropertiesHoweverTheyAreSpelled() {
        assertThat(OtherSection.has(KEYS, name("concor.queue-server.users.alice")))
                .isTrue();
        assertThat(OtherSection.has(KEYS, name("concor.queueserver.max-length")))
                .isTrue();
        assertThat(OtherSection.has(KEYS, name("concor.queues.store"))).isFalse();
        assertThat(OtherSection.has(KEYS, name("concor.flows.queue-server.timeout")))
                .isFalse();
        assertThat(OtherSection.has(KEYS, name("concor"))).isFalse();
    }

    @Test
    void hasItsVariables() {
        assertThat(OtherSection.has(KEYS, "CONCOR_QUEUESERVER_USERS_ALICE")).isTrue();
        assertThat(OtherSection.has(KEYS, "CONCOR_QUEUE_SERVER_MAX_LENGTH")).isTrue();
        assertThat(OtherSection.has(KEYS, "CONCOR_QUEUES_STORE")).isFalse();
    }

    private static ConfigurationPropertyName name(String property) {
        return ConfigurationPropertyName.of(property);
    }
}
