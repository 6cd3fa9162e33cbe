package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of the settings of a slot. */
class SlotSettingTest {

    static List<SlotSetting<?>> all() {
        return SlotSetting.all();
    }

    @Test
    void everyConstantIsInTheTable() {
        assertThat(Stream.of(SlotSetting.class.getFields()).filter(field -> Modifier.isStatic(field.getModifiers())))
                .extracting(field -> field.get(null))
                .containsExactlyElementsOf(SlotSetting.all());
    }

    @ParameterizedTest
    @MethodSource("all")
    <T extends Comparable<T>> void aJoinHasTheDefaultUnlessGivenAnother(SlotSetting<T> setting) {
        JoinSettings join = JoinSettings.cached(2).inFrontOf(TaskKind.BATCH);

        if (setting.defaultValue() != null) {
            assertThat(join.get(setting)).isEqualTo(setting.defaultValue());
            assertThat(join.with(setting, setting.defaultValue())).isEqualTo(join);
        }
    }

    @Test
    void onlyAnOptionalValueCanBeRemoved() {
        assertThat(JoinSettings.batch(9)
                        .with(SlotSetting.BATCH_TARGET, Duration.ofSeconds(1))
                        .with(SlotSetting.BATCH_TARGET, null))
                .isEqualTo(JoinSettings.batch(9));
    }
}
