package io.concor.experiments.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.State;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VerdictLogTest {

    private static final Plant LOCK = Plant.of("lock", Cause.LOCK, "a", 100, flow -> {});
    private static final Plant HEALTHY = Plant.healthy("healthy", 100, flow -> {});

    private final VerdictLog log = new VerdictLog(LOCK, 2, 10);

    private static Verdict verdict(@Nullable Cause cause) {
        return new Verdict(
                "flow",
                cause == null ? State.HEALTHY : State.LIMITED,
                Instant.EPOCH,
                cause,
                null,
                cause == null ? null : "a",
                0.9,
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                null);
    }

    @Test
    void countsARightVerdictThatStays() {
        assertThat(log.add(verdict(Cause.LOCK), 12)).isFalse();
        assertThat(log.add(verdict(Cause.LOCK), 14.9)).isFalse();
        assertThat(log.add(verdict(Cause.LOCK), 15)).isTrue();

        assertThat(log.named(List.of(), 0).seconds()).isEqualTo(2);
    }

    @Test
    void beginsAnewAfterAWrongVerdict() {
        log.add(verdict(Cause.LOCK), 12);
        log.add(verdict(Cause.CPU), 14);

        assertThat(log.add(verdict(Cause.LOCK), 15)).isFalse();
        assertThat(log.add(verdict(Cause.LOCK), 18)).isTrue();
    }

    @Test
    void ignoresVerdictsBeforeTheBeginOfTheCause() {
        log.add(verdict(Cause.LOCK), 7);

        assertThat(log.add(verdict(Cause.LOCK), 10)).isFalse();
        assertThat(log.add(verdict(Cause.LOCK), 13)).isTrue();
        assertThat(log.named(List.of(), 0).seconds()).isZero();
    }

    @Test
    void keepsEachChangeOfTheVerdict() {
        log.add(verdict(null), 1);
        log.add(verdict(null), 2);
        log.add(verdict(Cause.CPU), 3);

        PlantResult ended = log.ended(List.of(), 0.5);

        assertThat(ended.verdicts()).containsExactly("1 s: healthy", "3 s: cpu at a");
        assertThat(ended.right()).isFalse();
        assertThat(ended.rate()).isEqualTo(200);
    }

    @Test
    void isRightAboutAHealthyRunWithoutAnAlarm() {
        VerdictLog healthy = new VerdictLog(HEALTHY, 1, 0);
        healthy.add(verdict(null), 1);

        assertThat(healthy.ended(List.of(), 0).right()).isTrue();
        assertThat(healthy.ended(List.of("1 s: cpu"), 0).right()).isFalse();
    }

    @Test
    void saysSoIfThereWasNoVerdict() {
        assertThat(log.ended(List.of(), 0).note()).isEqualTo("there was no verdict");
    }
}
