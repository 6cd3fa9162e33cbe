package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.advice.Advisor;
import io.concor.diagnosis.advice.ResizedJoin;
import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.cause.CauseRules;
import io.concor.diagnosis.cause.Finding;
import io.concor.diagnosis.forecast.Forecast;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.Headroom;
import io.concor.diagnosis.verdict.Verdict.SlotAdvice;
import io.concor.diagnosis.verdict.WhatIf;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What verdicts, needs and predictions make of the threads of a batch component. */
class BatchThreadsTest {

    private static final JoinSettings HUNDRED = JoinSettings.batch(100).linger(Duration.ofMillis(5));

    /** One thread that is always busy, each of whose calls takes 50 ms. */
    private static SituationBuilder writer(JoinSettings settings, double meanSize, double queue) {
        return SituationBuilder.of(20 * meanSize)
                .filled("writer", TaskKind.BATCH, settings, 0.99)
                .service(new long[] {Math.round(50_000_000 / meanSize)}, new long[] {1_000})
                .queue(queue)
                .batches(settings.batchingOrDefault().size(), meanSize);
    }

    @Test
    void fullBatchesOfBusyThreadsAreALimit() {
        Situation full = writer(HUNDRED, 99, 600).build();
        Finding finding = CauseRules.check(full).get(0);

        assertThat(LimitSigns.of(full)).isNotEmpty();
        assertThat(finding.cause()).isEqualTo(Cause.TOO_FEW_THREADS);
        List<Advice> advice = new Advisor("bills", full).advise(finding);
        assertThat(advice.get(0).text())
                .isEqualTo(
                        "Batches in slot 'writer' are full with 100 events. Allow larger ones (batch), if a call with twice the events takes less than twice the time.");
        assertThat(advice.get(1).change()).extracting(SlotAdvice::settings).satisfies(settings -> assertThat(settings)
                .isEqualTo(HUNDRED.threads(settings.threads()))
                .returns(true, join -> join.threads() > 1));
    }

    @Test
    void aTargetSizesBatchesWithoutAdvice() {
        Situation full =
                writer(HUNDRED.batchTarget(Duration.ofMillis(200)), 99, 600).build();

        assertThat(new Advisor("bills", full).advise(CauseRules.check(full).get(0)))
                .noneMatch(advice -> advice.text().startsWith("Batches"));
    }

    @Test
    void busyThreadsWithRoomInTheirBatchesAreNoLimit() {
        Situation room = writer(JoinSettings.batch(500), 40, 60).build();

        assertThat(LimitSigns.of(room)).isEmpty();
        assertThat(CauseRules.check(room)).isEmpty();
    }

    @Test
    void theHeadroomOfBatchesIsNotThatOfTheirThreads() {
        VerdictWriter verdicts = new VerdictWriter("bills", Runnable::run, (slot, settings) -> Optional.empty());

        assertThat(verdicts.healthy(writer(JoinSettings.batch(500), 40, 60).build(), Instant.EPOCH)
                        .headroom())
                .extracting(Headroom::next)
                .isNotEqualTo("writer");
        assertThat(verdicts.healthy(writer(HUNDRED, 99, 60).build(), Instant.EPOCH)
                        .headroom())
                .extracting(Headroom::next)
                .isEqualTo("writer");
    }

    @Test
    void twiceTheRateNeedsMoreThreadsOnlyIfBatchesAreFull() {
        Situation room = writer(JoinSettings.batch(500), 40, 60).build();
        Situation full = writer(HUNDRED, 99, 600).build();

        assertThat(new ThreadNeeds(room).at(2 * room.traffic().throughput())).isEqualTo(Map.of("writer", 1));
        assertThat(new ThreadNeeds(full).at(2 * full.traffic().throughput())).isEqualTo(Map.of("writer", 3));
    }

    @Test
    void aResizedJoinKeepsItsBatchesInFrontOfABatchComponentOnly() {
        JoinSettings single = JoinSettings.single().batchSize(7);

        assertThat(ResizedJoin.of(HUNDRED, 4, TaskKind.BATCH)).isEqualTo(HUNDRED.threads(4));
        assertThat(ResizedJoin.of(single, 4, TaskKind.BATCH))
                .isEqualTo(JoinSettings.fixed(4).batchSize(7));
        assertThat(ResizedJoin.of(HUNDRED, 4, TaskKind.SIMPLE)).isEqualTo(JoinSettings.fixed(4));
    }

    private static WhatIf predicted(Situation situation, double rate) {
        return new Forecast("bills", situation, null).predict(Map.of(), OptionalDouble.of(rate));
    }

    @Test
    void aPredictionLetsBatchesGrowUntilTheyAreFull() {
        WhatIf room = predicted(writer(JoinSettings.batch(500), 40, 60).build(), 2_000);
        WhatIf full = predicted(writer(HUNDRED, 99, 600).build(), 4_000);

        assertThat(room.predicted().throughputPerSecond()).isCloseTo(2_000, withinPercentage(5));
        assertThat(room.predicted().limitedBy()).isNull();
        assertThat(room.reasons())
                .contains(
                        "The prediction assumes that a call of 'writer' takes as long with 500 events as now with 40. If it takes longer, the slot handles less.");
        assertThat(full.predicted().throughputPerSecond()).isCloseTo(1_980, withinPercentage(5));
        assertThat(full.predicted().limitedBy()).isEqualTo("writer");
        assertThat(full.reasons())
                .contains("Batches of 'writer' are full with 100 events; larger ones may raise the throughput.");
    }
}
