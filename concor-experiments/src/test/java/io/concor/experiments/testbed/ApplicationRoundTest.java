package io.concor.experiments.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.experiments.result.ExampleResults;
import io.concor.simulator.load.LoadTotals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ApplicationRoundTest {

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final CyclicBarrier allThree = new CyclicBarrier(3);

    private MeasuredApplication start(SampleVariant variant) {
        if (variant == SampleVariant.SAMPLED && log.contains("fail")) {
            throw new ExperimentException("no port");
        }
        return new FakeApplication(
                variant.name(), log::add, (run, profile) -> ExampleResults.outcome(new LoadTotals(1, 1, 0, 0, 0, 0)));
    }

    @Test
    void measuresAllAtTheSameTime() {
        try (ApplicationRound<SampleVariant> round = new ApplicationRound<>(SampleVariant.turns(2), this::start)) {
            Map<SampleVariant, String> measured = round.all(this::measured);

            assertThat(measured)
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            SampleVariant.PLAIN, "PLAIN", SampleVariant.OFF, "OFF", SampleVariant.SAMPLED, "SAMPLED"));
        }
    }

    private String measured(MeasuredApplication application) {
        try {
            allThree.await(30, TimeUnit.SECONDS);
            return ((FakeApplication) application).name();
        } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
            throw new AssertionError(alone);
        }
    }

    @Test
    void throwsTheFailureOfAMeasurement() {
        try (ApplicationRound<SampleVariant> round = new ApplicationRound<>(SampleVariant.turns(1), this::start)) {
            assertThatThrownBy(() -> round.all(application -> {
                        throw new DisturbedMeasurementException("too busy");
                    }))
                    .isInstanceOf(DisturbedMeasurementException.class)
                    .hasMessage("too busy");
        }
    }

    @Test
    void waitsForTheOthersAfterAFailure() {
        try (ApplicationRound<SampleVariant> round = new ApplicationRound<>(SampleVariant.turns(1), this::start)) {
            assertThatThrownBy(() -> round.all(this::failsOrEndsLater)).hasMessage("too busy");
        }
        assertThat(log).startsWith("ended", "ended");
    }

    private String failsOrEndsLater(MeasuredApplication application) {
        if (((FakeApplication) application).name().equals("PLAIN")) {
            throw new DisturbedMeasurementException("too busy");
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100)); // long enough that a missing wait is detected
        log.add(Thread.currentThread().isInterrupted() ? "interrupted" : "ended");
        return "measured";
    }

    @Test
    void closesTheRemainingApplications() {
        try (ApplicationRound<SampleVariant> round = new ApplicationRound<>(SampleVariant.turns(1), this::start)) {
            MeasuredApplication off = round.get(SampleVariant.OFF);
            assertThat(round.take(SampleVariant.OFF)).contains(off);
            assertThat(round.take(SampleVariant.OFF)).isEmpty();
        }
        assertThat(log).containsExactly("PLAIN: closed", "SAMPLED: closed");
    }

    @Test
    void closesStartedApplicationsIfAStartFails() {
        log.add("fail");
        assertThatThrownBy(() -> new ApplicationRound<>(SampleVariant.turns(1), this::start))
                .hasMessage("no port");
        assertThat(log).containsExactly("fail", "PLAIN: closed", "OFF: closed");
    }
}
