package io.concor.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.concor.BatchErrors;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.SlotSetting;
import io.concor.WaitMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlatSettingsTests {

    private static FlatSettings settings(@Nullable String pool, @Nullable Integer threads) {
        return slot(pool, threads, null, null, null);
    }

    private static FlatSettings slot(
            @Nullable String pool,
            @Nullable Integer threads,
            @Nullable Integer capacity,
            @Nullable String waiting,
            @Nullable Duration keepAlive) {
        return given(
                SlotSetting.POOL,
                pool,
                SlotSetting.THREADS,
                threads,
                SlotSetting.CAPACITY,
                capacity,
                SlotSetting.WAIT,
                waiting,
                SlotSetting.KEEP_ALIVE,
                keepAlive);
    }

    private static FlatSettings batches(
            @Nullable String pool,
            @Nullable Integer batch,
            @Nullable Duration linger,
            @Nullable Duration target,
            @Nullable String errors) {
        return given(
                SlotSetting.POOL,
                pool,
                SlotSetting.BATCH,
                batch,
                SlotSetting.LINGER,
                linger,
                SlotSetting.BATCH_TARGET,
                target,
                SlotSetting.BATCH_ERRORS,
                errors);
    }

    private static FlatSettings given(@Nullable Object... settingsAndValues) {
        List<@Nullable Object> all = Arrays.asList(settingsAndValues);
        return FlatSettings.read(setting -> all.contains(setting) ? all.get(all.indexOf(setting) + 1) : null);
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
        FlatSettings all = slot("cached", 9, 64, "spinning", Duration.ofSeconds(3));
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

    @Test
    void refusesAnUnknownWait() {
        refused(slot("single", null, null, "sleeping", null), "wait", "'sleeping'", "blocking, yielding, spinning");
    }

    @ParameterizedTest
    @ValueSource(strings = {"single", "fixed", "virtual"})
    void refusesKeepAliveForPoolsOtherThanCached(String pool) {
        FlatSettings settings = slot(pool, 1, null, null, Duration.ofSeconds(1));
        refused(settings, "keep-alive", "1s does not apply to pool " + pool, "cached");
    }

    @Test
    void refusesOtherSettingsWithPoolNone() {
        refused(settings("none", 4), "threads", "4 does not apply to pool none", "no other setting");
        refused(slot("none", null, 8, null, null), "capacity", "8", "no other setting");
        refused(slot("none", null, null, "blocking", null), "wait", "blocking", "no other setting");
        refused(
                slot("none", null, null, null, Duration.ofDays(1)),
                "keep-alive",
                "1d does not apply",
                "no other setting");
    }

    private static void refused(FlatSettings settings, String field, String reason, String allowed) {
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
        assertThat(FlatSettings.of(join).toJoinSettings()).contains(join);
    }

    @Test
    void returnsAnEmptySlot() {
        assertThat(FlatSettings.of(null)).isEqualTo(settings("none", null));
    }

    @Test
    void readsEverySettingOfBatches() {
        FlatSettings all = batches("single", 500, Duration.ofMillis(5), Duration.ofMillis(200), "SPLIT");
        assertThat(all.toJoinSettings())
                .contains(JoinSettings.single()
                        .batchSize(500)
                        .linger(Duration.ofMillis(5))
                        .batchTarget(Duration.ofMillis(200))
                        .batchErrors(BatchErrors.SPLIT));
    }

    @Test
    void hasDefaultsForSettingsOfBatchesIfOneIsPresent() {
        assertThat(batches("single", null, Duration.ofMillis(5), null, null).toJoinSettings())
                .contains(JoinSettings.single().linger(Duration.ofMillis(5)));
        assertThat(settings("single", null).toJoinSettings()).contains(JoinSettings.single());
    }

    @Test
    void hasOneThreadOfAFixedPoolForBatchesWithoutAPool() {
        assertThat(batches(null, 500, null, null, null).toJoinSettings()).contains(JoinSettings.batch(500));
        assertThat(batches(null, null, null, null, "fail").over(null).toJoinSettings())
                .contains(JoinSettings.batch(100));
    }

    @Test
    void removesATargetOfZero() {
        JoinSettings present = JoinSettings.batch(500).batchTarget(Duration.ofMillis(200));
        assertThat(batches(null, null, null, Duration.ZERO, null).over(present).toJoinSettings())
                .contains(JoinSettings.batch(500));
    }

    @Test
    void keepsMissingSettingsOfBatchesUnlessThePoolChanges() {
        JoinSettings present = JoinSettings.batch(500)
                .linger(Duration.ofMillis(5))
                .batchTarget(Duration.ofMillis(200))
                .batchErrors(BatchErrors.SPLIT);
        assertThat(batches(null, 50, null, null, null).over(present).toJoinSettings())
                .contains(present.batchSize(50));
        assertThat(batches("fixed", null, null, null, "fail").over(present).toJoinSettings())
                .contains(present.batchErrors(BatchErrors.FAIL));
        assertThat(batches("single", 50, null, null, null).over(present).toJoinSettings())
                .contains(JoinSettings.single().batchSize(50));
    }

    @Test
    void refusesSettingsOfBatchesWithPoolNone() {
        refused(batches("none", 5, null, null, null), "batch", "5 does not apply to pool none", "no other");
        refused(batches("none", null, Duration.ofMillis(2), null, null), "linger", "2ms does not apply", "no other");
        refused(batches("none", null, null, Duration.ofSeconds(1), null), "batch-target", "1s does", "no other");
        refused(batches("none", null, null, null, "split"), "batch-errors", "split does not apply", "no other");
    }

    @Test
    void refusesSettingsOfBatchesOutOfBounds() {
        refused(batches("single", 0, null, null, null), "batch", "0 is out of bounds", "1 to 10000");
        refused(
                batches("single", null, null, null, "splits"),
                "batch-errors",
                "'splits' is unknown (did you mean 'split'?)",
                "fail, split");
    }

    @Test
    void survivesConversionOfBatchesAndBack() {
        JoinSettings join = JoinSettings.cached(3).batchSize(9).batchErrors(BatchErrors.SPLIT);
        assertThat(FlatSettings.of(join).toJoinSettings()).contains(join);
        JoinSettings withTarget = join.linger(Duration.ofMillis(1)).batchTarget(Duration.ofSeconds(1));
        assertThat(FlatSettings.of(withTarget).toJoinSettings()).contains(withTarget);
    }
}
