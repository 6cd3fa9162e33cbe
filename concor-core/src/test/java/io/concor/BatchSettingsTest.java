package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.InvalidLayoutException.Violation;
import io.concor.fixture.RunningFlows;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The settings of batches, and where they are refused. */
class BatchSettingsTest {

    private static final Duration LINGER = Duration.ofMillis(5);
    private static final BatchTask<Object, Object> TASK = messages -> messages;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    @Test
    void haveDefaults() {
        assertThat(BatchSettings.DEFAULT).isEqualTo(new BatchSettings(100, Duration.ZERO, null, BatchErrors.FAIL));
        assertThat(JoinSettings.batch(7))
                .isEqualTo(JoinSettings.fixed(1).batching(new BatchSettings(7, Duration.ZERO, null, BatchErrors.FAIL)))
                .isNotEqualTo(JoinSettings.fixed(1));
        assertThat(JoinSettings.fixed(2).batchingOrDefault()).isEqualTo(BatchSettings.DEFAULT);
    }

    @Test
    void areAnyThatAJoinHas() {
        JoinSettings settings = JoinSettings.cached(4)
                .linger(LINGER)
                .batchSize(500)
                .batchTarget(Duration.ofMillis(200))
                .batchErrors(BatchErrors.SPLIT)
                .capacity(64)
                .threads(2);

        assertThat(settings.batching())
                .isEqualTo(new BatchSettings(500, LINGER, Duration.ofMillis(200), BatchErrors.SPLIT));
        assertThat(settings)
                .hasToString(
                        "cached (threads 2, capacity 64, blocking, keep-alive 1m, batch 500, linger 5ms, batch-target 200ms, batch-errors split)");
        assertThat(JoinSettings.batch(500)).hasToString("fixed (threads 1, capacity 1024, blocking, batch 500)");
        assertThat(settings.batchTarget(null).batching()).returns(null, BatchSettings::target);
    }

    @Test
    void areCompletedInFrontOfABatchComponentOnly() {
        assertThat(JoinSettings.single().inFrontOf(TaskKind.BATCH))
                .isEqualTo(JoinSettings.single().batchSize(100));
        assertThat(JoinSettings.batch(7).inFrontOf(TaskKind.BATCH)).isEqualTo(JoinSettings.batch(7));
        assertThat(JoinSettings.single().inFrontOf(TaskKind.SIMPLE)).isEqualTo(JoinSettings.single());
    }

    @Test
    void acceptTheBoundsThemselves() {
        assertThat(JoinSettings.batch(1).linger(Duration.ZERO).batchTarget(Duration.ofMillis(1)))
                .isNotNull();
        assertThat(JoinSettings.batch(10_000).linger(Duration.ofMinutes(1)).batchTarget(Duration.ofHours(1)))
                .isNotNull();
    }

    static Stream<Arguments> outOfBounds() {
        JoinSettings batch = JoinSettings.batch(10);
        return Stream.of(
                wrong("batch", "0", "1 to 10000", () -> JoinSettings.batch(0)),
                wrong("batch", "-1", "1 to 10000", () -> JoinSettings.batch(-1)),
                wrong("batch", "10001", "1 to 10000", () -> batch.batchSize(10_001)),
                wrong("batch", "2147483647", "1 to 10000", () -> batch.batchSize(Integer.MAX_VALUE)),
                wrong("linger", "-1ms", "0s to 1m", () -> batch.linger(Duration.ofMillis(-1))),
                wrong("linger", "1m 1ns", "0s to 1m", () -> batch.linger(Duration.ofNanos(60_000_000_001L))),
                wrong("batch-target", "0s", "1ms to 1h", () -> batch.batchTarget(Duration.ZERO)),
                wrong("batch-target", "999us", "1ms to 1h", () -> batch.batchTarget(Duration.ofNanos(999_000))),
                wrong("batch-target", "-1s", "1ms to 1h", () -> batch.batchTarget(Duration.ofSeconds(-1))),
                wrong("batch-target", "1h 1s", "1ms to 1h", () -> batch.batchTarget(Duration.ofSeconds(3_601))));
    }

    private static Arguments wrong(String field, String value, String allowed, Supplier<JoinSettings> settings) {
        return Arguments.of(field, value, allowed, settings);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("outOfBounds")
    void refuseWhatIsOutOfBounds(String field, String value, String allowed, Supplier<JoinSettings> settings) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(settings::get)
                .withMessage("%s: %s is out of bounds; allowed: %s", field, value, allowed);
    }

    static Stream<Arguments> missing() {
        JoinSettings batch = JoinSettings.batch(10);
        return Stream.of(
                wrong("linger", "", "0s to 1m", () -> batch.linger(null)),
                wrong("batch-errors", "", "fail, split", () -> batch.batchErrors(null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("missing")
    void refuseWhatIsMissing(String field, String value, String allowed, Supplier<JoinSettings> settings) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(settings::get)
                .withMessage("%s: it has no value; allowed: %s", field, allowed);
    }

    private static FlowBuilder<Object, Object> flow() {
        return Flows.create("flow");
    }

    private static KeyedTask<Object, Object> keyed() {
        return new KeyedTask<>() {
            @Override
            public Object key(Object message) {
                return message;
            }

            @Override
            public Object apply(Object message) {
                return message;
            }
        };
    }

    private static final JoinSettings FIXED = JoinSettings.fixed(1);

    static Stream<Arguments> foreign() {
        return Stream.of(
                Arguments.of("simple", "batch", "batch 500", FIXED.batchSize(500), flow().map(in -> in, "at")),
                Arguments.of("simple", "batch", "batch 100", FIXED.batchSize(100), flow().map(in -> in, "at")),
                Arguments.of("simple", "linger", "linger 5ms", FIXED.linger(LINGER), flow().map(in -> in, "at")),
                Arguments.of(
                        "single-threaded",
                        "batch",
                        "batch 2",
                        FIXED.batchSize(2),
                        flow().mapSingleThreaded(in -> in, "at")),
                Arguments.of(
                        "synchronized-remote",
                        "batch-target",
                        "batch-target 1s",
                        FIXED.batchTarget(Duration.ofSeconds(1)),
                        flow().mapSynchronizedRemote(in -> in, "at")),
                Arguments.of(
                        "transition",
                        "batch-errors",
                        "batch-errors split",
                        FIXED.batchErrors(BatchErrors.SPLIT),
                        flow().bind((Object in, Continuation<Object> back) -> back.complete(in), "at")),
                Arguments.of(
                        "side-effect", "linger", "linger 5ms", FIXED.linger(LINGER), flow().forEach(in -> {}, "at")),
                Arguments.of("catch", "batch", "batch 3", FIXED.batchSize(3), flow().catching(error -> "", "at")),
                Arguments.of(
                        "keyed",
                        "batch",
                        "batch 4",
                        JoinSettings.keyed(2).batchSize(4),
                        flow().mapKeyed(keyed(), "at")));
    }

    @ParameterizedTest(name = "{2} at {0}")
    @MethodSource("foreign")
    void belongToBatchComponents(
            String kind, String field, String value, JoinSettings join, FlowBuilder<Object, Object> builder) {
        flows.start(builder);

        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> flows.manager().change(ChangeRequest.put("flow", "at", join)))
                .returns("at", InvalidLayoutException::slot)
                .returns(field, InvalidLayoutException::field)
                .returns(
                        "%s is a setting of batch components, and 'at' is %s".formatted(value, kind),
                        InvalidLayoutException::reason)
                .returns("no %s at 'at', or a batch task there".formatted(field), InvalidLayoutException::allowed);
        assertThat(flows.manager().flow("flow").layout().version()).isEqualTo(1);
    }

    @Test
    void eachThatDoesNotFitIsNamed() {
        flows.start(flow().map(in -> in, "at"));
        JoinSettings join = JoinSettings.batch(5).linger(LINGER).batchErrors(BatchErrors.SPLIT);

        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> flows.manager().change(ChangeRequest.put("flow", "at", join)))
                .satisfies(refused -> assertThat(refused.violations())
                        .extracting(Violation::field)
                        .containsExactly("batch", "linger", "batch-errors"));
    }

    @Test
    void aBatchComponentHasAJoinWithoutConfiguration() {
        flows.start(flow().mapBatch(TASK, "writer"));

        assertThat(flows.manager().flow("flow").layout().slots()).containsEntry("writer", JoinSettings.batch(100));
    }

    @Test
    void itsJoinStays() {
        flows.start(flow().mapBatch(TASK, "writer"));

        assertThatThrownBy(() -> flows.manager().change(ChangeRequest.takeOut("flow", "writer")))
                .isInstanceOf(InvalidLayoutException.class)
                .hasMessageContaining("batch component 'writer' needs its own join, in which events wait for a batch")
                .hasMessageContaining("fixed, cached, single, or virtual on Java 21 or newer, in slot 'writer'");
    }

    @Test
    void noKeyedPoolServesIt() {
        assertThatThrownBy(() -> flow().join(JoinSettings.keyed(2))
                        .mapBatch(TASK, "writer")
                        .build())
                .isInstanceOf(InvalidLayoutException.class)
                .hasMessageContaining("a keyed pool serves a keyed component, and 'writer' is batch");
    }

    static Stream<List<String>> ranges() {
        return Stream.of(List.of("before", "writer"), List.of("writer", "after"), List.of("before", "after"));
    }

    @ParameterizedTest
    @MethodSource("ranges")
    void aTransactionThatSpansMoreThanABatchComponentIsRefused(List<String> range) {
        FlowBuilder<Object, Object> builder = flow().map(in -> in, "before")
                .mapBatch(TASK, "writer")
                .map(in -> in, "after")
                .transaction(range.get(0), range.get(1), () -> {
                    throw new AssertionError("no event is sent");
                });

        assertThatThrownBy(builder::build)
                .isInstanceOf(InvalidFlowException.class)
                .hasMessageContaining("the transaction from '%s' to '%s' spans batch component 'writer'"
                        .formatted(range.get(0), range.get(1)))
                .hasMessageContaining("give 'writer' a transaction of its own: from 'writer' to 'writer'");
    }
}
