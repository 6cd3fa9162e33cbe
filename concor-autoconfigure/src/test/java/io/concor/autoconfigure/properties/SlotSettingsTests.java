package io.concor.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.WaitMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlotSettingsTests {

    private static SlotSettings settings(@Nullable String pool, @Nullable Integer threads) {
        return new SlotSettings(pool, threads, null, null, null);
    }

    @ParameterizedTest
    @CsvSource({"single,1", "cached,32", "virtual,256"})
    void hasDefaultsForThreadsOfCachedAndVirtualPools(String pool, int threads) {
        assertThat(settings(pool, null).toJoinSettings().orElseThrow().threads())
                .isEqualTo(threads);
    }

    @Test
    void hasDefaultsForCapacityWaitAndKeepAlive() {
        assertThat(settings("fixed", 7).toJoinSettings()).contains(JoinSettings.fixed(7));
    }

    @Test
    void readsEverySetting() {
        SlotSettings all = new SlotSettings("cached", 9, 64, "spinning", Duration.ofSeconds(3));
        assertThat(all.toJoinSettings())
                .contains(JoinSettings.cached(9)
                        .capacity(64)
                        .waiting(WaitMode.SPINNING)
                        .keepAlive(Duration.ofSeconds(3)));
    }

    @Test
    void isEmptyForPoolNone() {
        assertThat(settings("none", null).toJoinSettings()).isEmpty();
    }

    @Test
    void refusesAMissingPool() {
        refused(settings(null, 4), "pool", "missing", "none, single, fixed, cached, virtual, keyed");
    }

    @Test
    void refusesAnUnknownPool() {
        refused(settings("elastic", 4), "pool", "'elastic'", "none, single, fixed, cached, virtual, keyed");
    }

    @Test
    void truncatesAndEscapesTheValueInTheMessage() {
        refused(settings("a\u0000b" + "c".repeat(500), 4), "pool", "'a?b", "none");
        assertThatThrownBy(settings("c".repeat(500), 4)::toJoinSettings)
                .message()
                .hasSizeLessThan(250);
    }

    @Test
    void refusesAFixedPoolWithoutThreads() {
        refused(settings("fixed", null), "threads", "missing", "1 to 4096");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 4097})
    void refusesThreadsOutOfBounds(int threads) {
        refused(settings("cached", threads), "threads", String.valueOf(threads), "1 to 4096");
    }

    @Test
    void refusesASecondThreadOfASinglePool() {
        refused(settings("single", 2), "threads", "2", "1");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 1000, 2097152, -8})
    void refusesACapacityThatIsNotAPowerOfTwo(int capacity) {
        refused(
                new SlotSettings("single", null, capacity, null, null),
                "capacity",
                String.valueOf(capacity),
                "power of two");
    }

    @Test
    void refusesAnUnknownWait() {
        refused(
                new SlotSettings("single", null, null, "sleeping", null),
                "wait",
                "'sleeping'",
                "blocking, yielding, spinning");
    }

    @ParameterizedTest
    @ValueSource(strings = {"single", "fixed", "virtual"})
    void refusesKeepAliveForPoolsOtherThanCached(String pool) {
        SlotSettings settings = new SlotSettings(pool, 1, null, null, Duration.ofSeconds(1));
        refused(settings, "keep-alive", "1s does not apply to pool " + pool, "cached");
    }

    @Test
    void refusesKeepAliveOutOfBounds() {
        refused(
                new SlotSettings("cached", 1, null, null, Duration.ZERO),
                "keep-alive",
                "0s is out of bounds",
                "1ms to 1d");
    }

    @Test
    void refusesOtherSettingsWithPoolNone() {
        refused(settings("none", 4), "threads", "4 does not apply to pool none", "no other setting");
        refused(new SlotSettings("none", null, 8, null, null), "capacity", "8", "no other setting");
        refused(new SlotSettings("none", null, null, "blocking", null), "wait", "blocking", "no other setting");
        refused(
                new SlotSettings("none", null, null, null, Duration.ofDays(1)),
                "keep-alive",
                "1d does not apply",
                "no other setting");
    }

    private static void refused(SlotSettings settings, String field, String reason, String allowed) {
        assertThatThrownBy(settings::toJoinSettings)
                .asInstanceOf(type(InvalidSettingException.class))
                .satisfies(refused -> {
                    assertThat(refused.field()).isEqualTo(field);
                    assertThat(refused.reason()).contains(reason);
                    assertThat(refused.allowed()).contains(allowed);
                });
    }

    @Test
    void keepsMissingSettingsIfThePoolIsMissing() {
        JoinSettings present = JoinSettings.cached(8).capacity(64).keepAlive(Duration.ofSeconds(5));
        assertThat(settings(null, 16).over(present).toJoinSettings()).contains(present.threads(16));
    }

    @Test
    void keepsMissingSettingsOfTheSamePool() {
        JoinSettings present = JoinSettings.fixed(8).waiting(WaitMode.YIELDING);
        assertThat(settings("fixed", null).over(present).toJoinSettings()).contains(present);
    }

    @Test
    void keepsNoSettingsOfAPoolOfAnotherKind() {
        JoinSettings present = JoinSettings.fixed(8).capacity(64);
        assertThat(settings("cached", null).over(present).toJoinSettings()).contains(JoinSettings.cached(32));
    }

    @Test
    void keepsNoSettingsWhenTheJoinIsRemoved() {
        assertThat(settings("none", null).over(JoinSettings.single()).toJoinSettings())
                .isEmpty();
    }

    @Test
    void requiresAPoolIfTheSlotIsEmpty() {
        assertThatThrownBy(() -> settings(null, 4).over(null))
                .asInstanceOf(type(InvalidSettingException.class))
                .satisfies(refused -> assertThat(refused.field()).isEqualTo("pool"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"single", "cached", "virtual", "keyed"})
    void survivesConversionToAJoinAndBack(String pool) {
        JoinSettings join = settings(pool, null).toJoinSettings().orElseThrow();
        assertThat(SlotSettings.of(join).toJoinSettings()).contains(join);
    }

    @Test
    void returnsAnEmptySlot() {
        assertThat(SlotSettings.of(null)).isEqualTo(settings("none", null));
    }
}
