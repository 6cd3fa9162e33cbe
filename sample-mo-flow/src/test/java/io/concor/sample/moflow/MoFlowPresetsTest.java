package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoFlowPresetsTest extends MoFlowTest {

    private static final String PRESETS = "/actuator/concorpresets/mo-flow";

    @Test
    void findsThePresetsOfTheRepository() {
        assertThat(gateway.get(PRESETS).body()).contains("\"one-pool\"", "\"production\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"one-pool", "production"})
    void takesEachPresetAsItsLayout(String preset) {
        assertThat(gateway.post(PRESETS + "/" + preset + "/apply", "{\"dryRun\":true}"))
                .returns(200, answer -> answer.statusCode());
    }
}
