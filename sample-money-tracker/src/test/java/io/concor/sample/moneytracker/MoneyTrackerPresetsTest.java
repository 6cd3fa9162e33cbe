package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyTrackerPresetsTest extends MoneyTrackerTest {

    private static final String PRESETS = "/actuator/concorpresets/money-tracker";

    @ParameterizedTest
    @ValueSource(strings = {"production", "split"})
    void takesEachPresetOfTheRepositoryAsItsLayout(String preset) {
        assertThat(tracker.get(PRESETS).body()).contains("\"" + preset + "\"");
        assertThat(tracker.post(PRESETS + "/" + preset + "/apply", "{\"dryRun\":true}"))
                .returns(200, answer -> answer.statusCode());
    }
}
