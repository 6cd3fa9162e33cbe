package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.FlowDiagnosis.FlowSource;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.Failure;
import io.concor.diagnosis.verdict.Verdict.State;
import io.concor.layout.Layout;
import io.concor.statistics.FlowHistograms;
import io.concor.statistics.FlowReading;
import io.concor.statistics.FlowReading.ComponentReading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A flow many of whose events fail, second by second. */
class FailingFlowTest {

    private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");

    private final List<String> alarms = new ArrayList<>();
    private boolean running = true;
    private FlowHistograms times = SituationBuilder.of(100).times();
    private final FlowDiagnosis diagnosis = new FlowDiagnosis(
            reading(),
            new Source(),
            Runnable::run,
            never -> {},
            new Alarm(new Listener(), () -> NOW),
            new FailureAlarm(FailureBounds.DEFAULT, new Listener()),
            NOW);
    private final List<Observation> recent = new ArrayList<>();
    private int second;

    @ParameterizedTest
    @ValueSource(doubles = {5, 200, 280})
    void namesWithinFifteenSecondsThatARemoteSystemFailsAtAnyRate(double rate) {
        seconds(30, working(rate));

        OptionalInt named = IntStream.rangeClosed(1, 15)
                .filter(i -> {
                    seconds(1, failing(rate));
                    return verdict().state() == State.FAILING;
                })
                .findFirst();

        assertThat(named).as("the second in which it is named").isPresent();
        assertThat(verdict().failure())
                .returns("remote", Failure::component)
                .returns("ConnectException", Failure::error)
                .returns(NOW.plusSeconds(30 + named.getAsInt()), Failure::since);
        assertThat(verdict().since()).isEqualTo(NOW.plusSeconds(30 + named.getAsInt()));
        seconds(15, failing(rate));
        assertThat(verdict().since()).as("since the same second").isEqualTo(NOW.plusSeconds(30 + named.getAsInt()));
        assertThat(verdict().summary())
                .isEqualTo("100 % of the events fail, most at 'remote', most often with ConnectException.");
        assertThat(alarms).containsExactly("failing");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.2, 1, 5, 200})
    void isNotFailingBecauseOfOneErrorNowAndThen(double rate) {
        for (int i = 0; i < 10; i++) {
            seconds(14, working(rate));
            seconds(1, working(rate).failed(Math.min(1, rate)).errors(Math.min(1, rate)));
            assertThat(verdict().state()).isNotEqualTo(State.FAILING);
        }
        assertThat(alarms).isEmpty();
    }

    @Test
    void isFailingWhenFewEventsEndAndAllFail() {
        seconds(40, failing(0.2));

        assertThat(verdict().state()).isEqualTo(State.FAILING);
    }

    @Test
    void isNotFailingWhileACatchComponentHandlesTheErrorsOfSomeEvents() {
        seconds(20, recovering(50));

        assertThat(verdict().state()).isEqualTo(State.HEALTHY);
    }

    @Test
    void isFailingIfNearlyAllEventsCompleteOnlyBecauseOfACatchComponent() {
        seconds(20, recovering(95));

        assertThat(verdict().state()).isEqualTo(State.FAILING);
        assertThat(verdict().summary())
                .isEqualTo(
                        "95 % of the events complete only after a catch component has handled an error, most at 'remote', most often with ConnectException.");
    }

    @Test
    void endsWhenLessThanHalfOfTheBoundIsLeft() {
        seconds(20, failing(200));
        seconds(7, working(200));
        assertThat(verdict().state()).as("a third of ten seconds").isEqualTo(State.FAILING);
        seconds(3, working(200));

        assertThat(verdict()).returns(State.HEALTHY, Verdict::state).returns(null, Verdict::failure);
        assertThat(alarms).containsExactly("failing", "no longer failing");
    }

    @Test
    void keepsWhatLimitsTheFlow() {
        seconds(
                20,
                flow(100, 1)
                        .errors(100)
                        .throwing("ConnectException")
                        .failed(100)
                        .refused(50));

        assertThat(verdict())
                .returns(State.FAILING, Verdict::state)
                .returns("remote", Verdict::slot)
                .returns("remote", Verdict::limitedBy);
        assertThat(verdict().cause()).isEqualTo(Cause.DOWNSTREAM_ERRORS);
        assertThat(verdict().evidence()).isNotEmpty();
        assertThat(verdict().summary())
                .isEqualTo("100 % of the events fail, most at 'remote', most often with ConnectException.");
        assertThat(alarms).containsExactlyInAnyOrder("failing", "limited");
    }

    /** Of 200 events per second, the threads handle some; the others time out in the queue. */
    @ParameterizedTest
    @ValueSource(doubles = {68, 120, 196})
    void namesOneShareAndTheErrorOfTheTaskWhileOtherEventsTimeOut(double handled) {
        seconds(20, overloaded(handled, "StockException"));

        assertThat(verdict()).returns(State.FAILING, Verdict::state).returns(Cause.DOWNSTREAM_ERRORS, Verdict::cause);
        assertThat(verdict().failure()).returns("StockException", Failure::error);
        assertThat(verdict().summary())
                .isEqualTo("100 % of the events fail, most at 'remote', most often with StockException.");
    }

    /** Calls that began together time out together. */
    @ParameterizedTest
    @ValueSource(ints = {3, 10, 30})
    void namesARemoteSystemThatHangsAsTheCause(int clientTimeout) {
        String timeout = "StockException caused by HttpTimeoutException";
        seconds(clientTimeout, overloaded(0, timeout));
        assertThat(verdict().advice()).as("before a call has ended").allSatisfy(FailingFlowTest::changesNothing);
        for (int i = 0; i < 5; i++) {
            seconds(1, overloaded(14, timeout));
            seconds(clientTimeout - 1, overloaded(0, timeout));
            assertThat(verdict()).returns(State.FAILING, Verdict::state).returns(Cause.SLOW_REMOTE, Verdict::cause);
            assertThat(verdict().failure()).returns(timeout, Failure::error);
            assertThat(verdict().advice()).isNotEmpty().allSatisfy(FailingFlowTest::changesNothing);
        }
    }

    private static void changesNothing(Advice advice) {
        assertThat(advice.change()).as(advice.text()).isNull();
    }

    @Test
    void namesTheErrorThatIsMostFrequentOverTheWindow() {
        for (int i = 0; i < 10; i++) {
            seconds(2, failing(100));
            seconds(
                    1,
                    working(100).errors(100).throwing("IllegalStateException").failed(100));
            assertThat(verdict().failure()).returns("ConnectException", Failure::error);
        }
    }

    @Test
    void namesTimeoutsOfTheFlowIfNothingElseFails() {
        seconds(20, overloaded(0, "none"));

        assertThat(verdict().failure()).returns("EventTimeoutException", Failure::error);
    }

    @Test
    void keepsFailingThroughAChangeOfTheLayout() {
        seconds(20, failing(100));

        diagnosis.next(List.of(), NOW);

        assertThat(verdict().state()).isEqualTo(State.FAILING);
        assertThat(alarms).containsExactly("failing");
    }

    @Test
    void isNotFailingOnceItWasStopped() {
        seconds(20, failing(100));
        running = false;
        seconds(1, SituationBuilder.of(0).empty("remote", TaskKind.SYNCHRONIZED_REMOTE));

        assertThat(verdict().state()).isNotEqualTo(State.FAILING);
        assertThat(alarms).containsExactly("failing", "no longer failing");
    }

    @Test
    void endsTheAlarmWithTheFlow() {
        seconds(20, failing(100));

        diagnosis.end();

        assertThat(alarms).containsExactly("failing", "no longer failing");
    }

    @Test
    void learnsNoUsualTimesWhileEventsFail() {
        seconds(20, failing(100).service(new long[] {1_000_000}, new long[] {1_000}));
        seconds(40, working(100).service(new long[] {50_000_000}, new long[] {1_000}));

        assertThat(verdict().summary()).doesNotContain("as long as usual");
    }

    private void seconds(int number, SituationBuilder seen) {
        times = seen.times();
        for (int i = 0; i < number; i++) {
            second++;
            recent.add(seen.observation());
            diagnosis.next(
                    recent.subList(Math.max(0, recent.size() - Observation.KEPT), recent.size()),
                    NOW.plusSeconds(second));
        }
    }

    private Verdict verdict() {
        return diagnosis.verdict();
    }

    private static SituationBuilder working(double rate) {
        return flow(rate, 0.3);
    }

    private static SituationBuilder flow(double rate, double busy) {
        return SituationBuilder.of(rate)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), busy, 0.01);
    }

    private static SituationBuilder failing(double rate) {
        return working(rate).errors(rate).throwing("ConnectException").failed(rate);
    }

    /** Of 200 events that end per second some fail at the end of a call, and the others have waited for too long. */
    private static SituationBuilder overloaded(double handled, String error) {
        return flow(200, 1)
                .refused(80)
                .errors(200)
                .throwing(error, handled)
                .timeoutErrors(200 - handled)
                .failed(200)
                .timeouts(200 - handled)
                .inFlight(1000, 1024)
                .queue(900);
    }

    /** A hundred events, of which a catch component handles the errors of some. */
    private static SituationBuilder recovering(double events) {
        return working(100).errors(events).throwing("ConnectException").recovered(events);
    }

    private static FlowReading reading() {
        return new FlowReading(
                "flow",
                0,
                0,
                new Layout(1, Map.of()),
                64,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                List.of(new ComponentReading("remote", TaskKind.SYNCHRONIZED_REMOTE, 0, 0, 0, 0, 0, null, Map.of(), 0)),
                List.of());
    }

    private final class Source implements FlowSource {

        @Override
        public FlowHistograms histograms() {
            return times;
        }

        @Override
        public List<Long> threadIds(int slot) {
            return List.of();
        }

        @Override
        public OptionalDouble goalP99Micros() {
            return OptionalDouble.empty();
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public Optional<String> violation(String slot, JoinSettings settings) {
            return Optional.empty();
        }
    }

    private final class Listener implements AlarmListener {

        @Override
        public void onRaised(Verdict verdict) {
            alarms.add("limited");
        }

        @Override
        public void onCleared(Verdict raised) {
            alarms.add("no longer limited");
        }

        @Override
        public void onFailing(Verdict verdict) {
            assertThat(verdict.failure()).isNotNull();
            alarms.add("failing");
        }

        @Override
        public void onFailureEnded(Verdict raised) {
            alarms.add("no longer failing");
        }
    }
}
