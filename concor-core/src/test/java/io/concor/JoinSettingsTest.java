package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class JoinSettingsTest {

    private static final JoinSettings FIXED = JoinSettings.fixed(4);

    @Test
    void singleHasOneBlockingThreadAndTheDefaultRing() {
        assertThat(JoinSettings.single())
                .returns(PoolKind.SINGLE, JoinSettings::pool)
                .returns(1, JoinSettings::threads)
                .returns(JoinSettings.DEFAULT_CAPACITY, JoinSettings::capacity)
                .returns(WaitMode.BLOCKING, JoinSettings::waiting)
                .returns(Duration.ofSeconds(60), JoinSettings::keepAlive)
                .returns(null, JoinSettings::batching);
    }

    @Test
    void theFactoriesChooseThePoolAndTheThreads() {
        assertThat(JoinSettings.fixed(3)).returns(PoolKind.FIXED, JoinSettings::pool);
        assertThat(JoinSettings.cached(5)).returns(PoolKind.CACHED, JoinSettings::pool);
        assertThat(JoinSettings.virtual(7))
                .returns(PoolKind.VIRTUAL, JoinSettings::pool)
                .returns(7, JoinSettings::threads);
    }

    @Test
    void changedCopiesDifferInOneSettingAndLeaveTheOriginalAlone() {
        assertThat(FIXED.threads(8)).isEqualTo(JoinSettings.fixed(8));
        assertThat(FIXED.capacity(64)).returns(64, JoinSettings::capacity).returns(4, JoinSettings::threads);
        assertThat(FIXED.waiting(WaitMode.YIELDING)).returns(WaitMode.YIELDING, JoinSettings::waiting);
        assertThat(FIXED.keepAlive(Duration.ofSeconds(1))).returns(Duration.ofSeconds(1), JoinSettings::keepAlive);
        assertThat(FIXED).isEqualTo(JoinSettings.fixed(4));
    }

    @Test
    void areEqualIfEachSettingIs() {
        JoinSettings settings = JoinSettings.cached(4).capacity(64);
        assertThat(settings)
                .isEqualTo(JoinSettings.cached(4).capacity(64))
                .hasSameHashCodeAs(JoinSettings.cached(4).capacity(64));
        assertThat(List.of(
                        JoinSettings.fixed(4).capacity(64),
                        settings.threads(5),
                        settings.capacity(128),
                        settings.waiting(WaitMode.YIELDING),
                        settings.keepAlive(Duration.ofSeconds(1))))
                .doesNotContain(settings);
    }

    @Test
    void acceptsTheBoundsThemselves() {
        assertThat(FIXED.threads(1).capacity(1).keepAlive(Duration.ofMillis(1)).threads())
                .isEqualTo(1);
        assertThat(FIXED.threads(JoinSettings.MAX_THREADS)
                        .capacity(JoinSettings.MAX_CAPACITY)
                        .keepAlive(Duration.ofDays(1))
                        .capacity())
                .isEqualTo(JoinSettings.MAX_CAPACITY);
    }

    @Test
    void isOneThreadedIfOneThreadServes() {
        assertThat(JoinSettings.single().oneThreaded()).isTrue();
        assertThat(JoinSettings.fixed(1).oneThreaded()).isTrue();
        assertThat(JoinSettings.cached(1).oneThreaded()).isTrue();
        assertThat(FIXED.oneThreaded()).isFalse();
    }

    @Test
    void theNumberOfThreadsIsABoundOfPoolsThatGrow() {
        assertThat(PoolKind.values()).filteredOn(PoolKind::grows).containsExactly(PoolKind.CACHED, PoolKind.VIRTUAL);
    }

    static Stream<Arguments> outOfBounds() {
        return Stream.of(
                wrong("threads", "1", "2 for a single pool", () -> JoinSettings.single()
                        .threads(2)),
                wrong("threads", "1 to 4096", "0 for a fixed pool", () -> JoinSettings.fixed(0)),
                wrong("threads", "1 to 4096", "-1 for a cached pool", () -> JoinSettings.cached(-1)),
                wrong("threads", "1 to 4096", "4097 for a virtual pool", () -> JoinSettings.virtual(4097)),
                wrong("keep-alive", "1ms to 1d", "0s", () -> FIXED.keepAlive(Duration.ZERO)),
                wrong("keep-alive", "1ms to 1d", "-1s", () -> FIXED.keepAlive(Duration.ofSeconds(-1))),
                wrong("keep-alive", "1ms to 1d", "999us", () -> FIXED.keepAlive(Duration.ofNanos(999_000))),
                wrong(
                        "keep-alive",
                        "1ms to 1d",
                        "1d 1ns",
                        () -> FIXED.keepAlive(Duration.ofDays(1).plusNanos(1))));
    }

    private static Arguments wrong(String field, String allowed, String value, Supplier<JoinSettings> settings) {
        return Arguments.of(field, allowed, value, settings);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("outOfBounds")
    void refusesWhatIsOutOfBounds(String field, String allowed, String value, Supplier<JoinSettings> settings) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(settings::get)
                .returns(field, InvalidSettingException::field)
                .returns(value + " is out of bounds", InvalidSettingException::reason)
                .returns(allowed, InvalidSettingException::allowed)
                .withMessage("%s: %s is out of bounds; allowed: %s", field, value, allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "0, out of bounds",
        "-1, out of bounds",
        "3, not a power of two",
        "1000, not a power of two",
        "2097152, out of bounds",
        "-2147483648, out of bounds",
        "2147483647, out of bounds"
    })
    void refusesACapacityThatIsNoPowerOfTwoOrTooLarge(int capacity, String reason) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> FIXED.capacity(capacity))
                .returns("capacity", InvalidSettingException::field)
                .returns("%d is %s".formatted(capacity, reason), InvalidSettingException::reason)
                .returns("a power of two from 1 to 1048576", InvalidSettingException::allowed);
    }

    @Test
    void refusesWhatIsMissing() {
        missing("pool", "single, fixed, cached, virtual, keyed", () -> JoinSettings.of(null, 1));
        missing("wait", "blocking, yielding, spinning", () -> FIXED.waiting(null));
        missing("keep-alive", "1ms to 1d", () -> FIXED.keepAlive(null));
    }

    private static void missing(String field, String allowed, Supplier<JoinSettings> settings) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(settings::get)
                .withMessage("%s: it has no value; allowed: %s", field, allowed);
    }

    @Test
    void poolsAndWaysOfWaitingPrintAsTheWordsOfTheConfiguration() {
        assertThat(PoolKind.values())
                .extracting(PoolKind::toString)
                .containsExactly("single", "fixed", "cached", "virtual", "keyed");
        assertThat(WaitMode.values())
                .extracting(WaitMode::toString)
                .containsExactly("blocking", "yielding", "spinning");
    }

    @ParameterizedTest
    @EnumSource(value = WaitMode.class, names = "BLOCKING", mode = EnumSource.Mode.EXCLUDE)
    void refusesAVirtualPoolThatDoesNotPark(WaitMode waiting) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> JoinSettings.virtual(4).waiting(waiting))
                .returns("wait", InvalidSettingException::field)
                .returns("blocking", InvalidSettingException::allowed);
    }
}
