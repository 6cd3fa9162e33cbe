package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Evidence;
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
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** The verdict about one flow, second by second. */
class FlowDiagnosisTest {

    private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");

    private final List<Verdict> alarms = new ArrayList<>();
    private final List<Verdict> cleared = new ArrayList<>();
    private OptionalDouble goal = OptionalDouble.empty();
    private boolean running = true;
    private FlowHistograms times = SituationBuilder.of(100).times();
    private int readings;

    private static SituationBuilder calm() {
        return SituationBuilder.of(100).filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 0.3);
    }

    private FlowDiagnosis diagnosis(SituationBuilder seen) {
        return diagnosis(seen, Runnable::run);
    }

    private FlowDiagnosis diagnosis(SituationBuilder seen, Executor looks) {
        Alarm alarm = new Alarm(new Listener(), () -> NOW);
        times = seen.times();
        FailureAlarm failures = new FailureAlarm(FailureBounds.DEFAULT, new Listener());
        return new FlowDiagnosis(reading(), new Source(), looks, never -> {}, alarm, failures, NOW);
    }

    private Verdict verdict(SituationBuilder seen) {
        FlowDiagnosis diagnosis = diagnosis(seen);
        for (int second = 0; second < 5; second++) {
            diagnosis.next(seen.observations(), NOW.plusSeconds(second));
        }
        return diagnosis.verdict();
    }

    @Test
    void findsTheCauseFromTheSecondsSinceTheFirstSign() {
        Observation before = remote(0.3).observation();
        Observation since = remote(1).refused(50).observation();
        FlowDiagnosis diagnosis = diagnosis(remote(1));

        diagnosis.next(List.of(before, before, since, since, since), NOW);

        assertThat(diagnosis.verdict().cause()).isEqualTo(Cause.TOO_FEW_THREADS);
        assertThat(diagnosis.verdict().evidence())
                .filteredOn(figure -> figure.signal().equals("slot.busy"))
                .singleElement()
                .returns(1.0, Evidence::value);
        assertThat(diagnosis.situation().recent()).as("for predictions").hasSize(5);
    }

    @Test
    void keepsTheCauseWhileTheQueueOfALoadThatHasEndedEmpties() {
        Observation load = threads(1).refused(50).inFlight(64, 64).observation();
        Observation end = threads(0.2).refused(10).inFlight(64, 64).observation();
        Observation after = threads(0).observation();
        FlowDiagnosis diagnosis = diagnosis(threads(1));

        diagnosis.next(List.of(load, load, load, load, load), NOW);
        diagnosis.next(List.of(load, load, load, load, end), NOW);
        assertThat(diagnosis.verdict().cause()).as("within that second").isEqualTo(Cause.ADMISSION);
        diagnosis.next(List.of(load, load, load, end, after), NOW);
        diagnosis.next(List.of(load, load, end, after, after), NOW);

        assertThat(diagnosis.verdict().cause()).isEqualTo(Cause.TOO_FEW_THREADS);
        assertThat(diagnosis.verdict().summary()).endsWith("There was no sign of it in the last 2 seconds.");
        assertThat(alarms).isEmpty();
    }

    @Test
    void saysThatWhatLimitedTheFlowIsNoLongerSeen() {
        SituationBuilder overloaded =
                SituationBuilder.of(100).refused(50).computing("compute", JoinSettings.fixed(1), 1);
        Observation free = threads(0.2).observation();
        FlowDiagnosis diagnosis = diagnosis(overloaded);
        diagnosis.next(overloaded.observations(), NOW);
        String summary = diagnosis.verdict().summary();

        diagnosis.next(List.of(free, free, free, free, free), NOW);
        assertThat(diagnosis.verdict().summary()).isEqualTo(summary + " There was no sign of it in the last second.");
        diagnosis.next(List.of(free, free, free, free, free), NOW);
        assertThat(diagnosis.verdict().summary())
                .isEqualTo(summary + " There was no sign of it in the last 2 seconds.");

        diagnosis.next(overloaded.observations(), NOW);
        assertThat(diagnosis.verdict().summary()).isEqualTo(summary);
    }

    @Test
    void praisesNoFlowThatWasFullInTheLastSecond() {
        Observation before = calm().observation();
        FlowDiagnosis diagnosis = diagnosis(calm());

        diagnosis.next(
                List.of(before, before, before, before, calm().inFlight(64, 64).observation()), NOW);

        assertThat(diagnosis.verdict()).returns(State.UNKNOWN, Verdict::state).satisfies(verdict -> assertThat(
                        verdict.summary())
                .contains("64 of at most 64 were inside", "lasts for 3 seconds"));
    }

    private static SituationBuilder threads(double busy) {
        return SituationBuilder.of(100)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), busy, 0.01);
    }

    /** The processors are busy, but the threads hardly use them. */
    private static SituationBuilder remote(double busy) {
        return SituationBuilder.of(100)
                .host(2, 0.5, 2, 3)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), busy, 0.01);
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

    private final class Source implements FlowDiagnosis.FlowSource {

        @Override
        public FlowHistograms histograms() {
            readings++;
            return times;
        }

        @Override
        public List<Long> threadIds(int slot) {
            return List.of();
        }

        @Override
        public OptionalDouble goalP99Micros() {
            return goal;
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
            alarms.add(verdict);
        }

        @Override
        public void onCleared(Verdict raised) {
            cleared.add(raised);
        }
    }

    @Test
    void admitsThatNoSignalTellsByWhatAFlowIsLimited() {
        Verdict verdict = verdict(calm().waitingCallers(2));

        assertThat(verdict.state()).isEqualTo(State.UNKNOWN);
        assertThat(verdict.summary()).isEqualTo("The flow is limited, but no signal shows by what.");
        assertThat(verdict.cause()).isNull();
        assertThat(verdict.since()).isEqualTo(NOW);
        assertThat(alarms).isEmpty();
    }

    @Test
    void namesTheCauseWithoutWaitingForASimulation() {
        Verdict verdict = verdict(SituationBuilder.of(100).refused(50).computing("compute", JoinSettings.fixed(1), 1));

        assertThat(verdict.cause()).isEqualTo(Cause.TOO_FEW_THREADS);
        assertThat(verdict.advice()).singleElement().satisfies(advice -> assertThat(advice.change())
                .satisfies(change -> assertThat(change.settings()).isEqualTo(JoinSettings.fixed(3)))
                .satisfies(change -> assertThat(change.predicted()).isNull()));
        assertThat(alarms).singleElement().isEqualTo(verdict);
    }

    @Test
    void advisesAnewOnceALimitComesAgain() {
        SituationBuilder first = SituationBuilder.of(100).refused(50).computing("compute", JoinSettings.fixed(1), 1);
        SituationBuilder second = SituationBuilder.of(100).refused(250).computing("compute", JoinSettings.fixed(1), 1);
        FlowDiagnosis diagnosis = diagnosis(first);
        diagnosis.next(first.observations(), NOW);
        renew(diagnosis, 5);

        diagnosis.next(second.observations(), NOW);

        assertThat(diagnosis.verdict().advice()).singleElement().satisfies(advice -> assertThat(advice.change())
                .satisfies(change -> assertThat(change.settings()).isEqualTo(JoinSettings.fixed(4))));
    }

    @Test
    void advisesNothingElseBeforeItHasLookedCloser() {
        List<Runnable> looks = new ArrayList<>();
        SituationBuilder overloaded = threads(1).refused(50);
        FlowDiagnosis diagnosis = diagnosis(overloaded, looks::add);

        diagnosis.next(overloaded.observations(), NOW);
        assertThat(diagnosis.isProvisional()).isTrue();
        assertThat(diagnosis.verdict().advice()).singleElement().satisfies(advice -> assertThat(advice.text())
                .startsWith("Wait for some seconds: a closer look"));

        looks.get(0).run();
        diagnosis.next(overloaded.observations(), NOW);
        assertThat(diagnosis.verdict().advice()).singleElement().satisfies(advice -> assertThat(advice.change())
                .isNotNull());
    }

    @Test
    void raisesNoAlarmInTheFirstSecondsAfterAChange() {
        SituationBuilder overloaded =
                SituationBuilder.of(100).refused(50).computing("compute", JoinSettings.fixed(1), 1);
        FlowDiagnosis diagnosis = diagnosis(overloaded);

        for (int change = 0; change < 5; change++) {
            diagnosis.next(List.of(), NOW);
            diagnosis.next(overloaded.windows(1).observations(), NOW);
            diagnosis.next(overloaded.windows(2).observations(), NOW);
            diagnosis.next(overloaded.windows(3).observations(), NOW);
            diagnosis.next(overloaded.windows(4).observations(), NOW);
        }

        assertThat(alarms).isEmpty();
        diagnosis.next(overloaded.windows(5).observations(), NOW);
        assertThat(alarms).hasSize(1);
    }

    @Test
    void clearsNoAlarmInTheFirstSecondsAfterAChange() {
        SituationBuilder overloaded =
                SituationBuilder.of(100).refused(50).computing("compute", JoinSettings.fixed(1), 1);
        FlowDiagnosis diagnosis = diagnosis(overloaded);
        for (int second = 0; second < 3; second++) {
            diagnosis.next(overloaded.observations(), NOW);
        }
        for (int second = 0; second < 4; second++) {
            diagnosis.next(calm().observations(), NOW);
        }
        assertThat(alarms).hasSize(1);

        diagnosis.next(List.of(), NOW);
        diagnosis.next(overloaded.windows(1).observations(), NOW);
        diagnosis.next(overloaded.windows(2).observations(), NOW);

        assertThat(cleared).isEmpty();
        for (int windows = 1; windows <= 5; windows++) {
            diagnosis.next(calm().windows(windows).observations(), NOW);
        }
        assertThat(cleared).hasSize(1);
    }

    @Test
    void clearsTheAlarmFiveSecondsAfterTheLastSign() {
        Observation load = threads(1).refused(50).observation();
        Observation free = threads(0.2).observation();
        FlowDiagnosis diagnosis = diagnosis(threads(1));
        raise(diagnosis, load);

        diagnosis.next(List.of(load, load, load, load, free), NOW);
        diagnosis.next(List.of(load, load, load, free, free), NOW);
        diagnosis.next(List.of(load, load, free, free, free), NOW);
        diagnosis.next(List.of(load, free, free, free, load), NOW);
        assertThat(diagnosis.verdict().state()).as("two signs in five seconds").isEqualTo(State.LIMITED);
        assertThat(diagnosis.verdict().summary()).doesNotContain("There was no sign of it");
        assertThat(diagnosis.isProvisional()).as("for the autopilot").isTrue();
        diagnosis.next(List.of(free, free, free, load, free), NOW);
        diagnosis.next(List.of(free, free, load, free, free), NOW);
        diagnosis.next(List.of(free, load, free, free, free), NOW);
        diagnosis.next(List.of(load, free, free, free, free), NOW);
        assertThat(cleared).isEmpty();

        diagnosis.next(List.of(free, free, free, free, free), NOW);
        assertThat(cleared).hasSize(1);
        assertThat(diagnosis.verdict().state()).isEqualTo(State.HEALTHY);
    }

    @Test
    void clearsTheAlarmOfAFormerLayoutAlsoIfSingleSignsRemain() {
        Observation load = threads(1).refused(50).observation();
        Observation free = threads(0.2).observation();
        FlowDiagnosis diagnosis = diagnosis(threads(1));
        raise(diagnosis, load);

        diagnosis.next(List.of(), NOW);
        for (int second = 0; second < 4; second++) {
            diagnosis.next(List.of(free, free, free, free, second == 1 ? load : free), NOW);
        }
        assertThat(cleared).isEmpty();

        diagnosis.next(List.of(free, free, load, free, free), NOW);
        assertThat(cleared).hasSize(1);
    }

    private static void raise(FlowDiagnosis diagnosis, Observation load) {
        for (int second = 0; second < 3; second++) {
            diagnosis.next(List.of(load, load, load, load, load), NOW);
        }
    }

    @Test
    void countsSecondsSinceTheLatencyExceededTheGoal() {
        goal = OptionalDouble.of(5_000);
        SituationBuilder slow = threads(1).latency(9_000, 100);
        FlowDiagnosis diagnosis = diagnosis(slow);
        for (int second = 0; second < 60; second++) {
            diagnosis.next(slow.observations(), NOW);
        }
        assertThat(diagnosis.verdict().state()).isEqualTo(State.LIMITED);

        times = threads(1).latency(4_000, 100).times();
        diagnosis.next(slow.observations(), NOW);

        assertThat(diagnosis.verdict().summary()).endsWith("There was no sign of it in the last second.");
    }

    /** Those of the last ten seconds are of the former layout, too. */
    @Test
    void takesALatencyThatRemainsAfterAChangeForThatOfBefore() {
        goal = OptionalDouble.of(5_000);
        SituationBuilder slow = SituationBuilder.of(100)
                .computing("compute", JoinSettings.fixed(1), 1)
                .latency(9_000, 100);
        Observation late = slow.observation();
        Observation refusing = slow.refused(50).observation();
        FlowDiagnosis diagnosis = diagnosis(slow);
        for (int second = 0; second < 60; second++) {
            diagnosis.next(List.of(late, late, late, late, late), NOW);
        }

        diagnosis.next(List.of(), NOW);
        diagnosis.next(List.of(refusing, refusing, late), NOW);
        diagnosis.next(List.of(refusing, refusing, late, late), NOW);

        assertThat(diagnosis.isProvisional()).isTrue();
    }

    /** Each third second events are refused; the latency always exceeds the goal. */
    @Test
    void raisesTheAlarmOfALatencyThatExceedsTheGoalAllTheTime() {
        goal = OptionalDouble.of(5_000);
        Observation refusing = threads(1).refused(50).observation();
        Observation slow = threads(1).observation();
        FlowDiagnosis diagnosis = diagnosis(threads(1).latency(9_000, 100));

        for (int round = 0; round < 10; round++) {
            diagnosis.next(List.of(slow, refusing, slow, slow, refusing), NOW.plusSeconds(3 * round));
            diagnosis.next(List.of(refusing, slow, slow, refusing, slow), NOW.plusSeconds(3 * round + 1));
            diagnosis.next(List.of(slow, slow, refusing, slow, slow), NOW.plusSeconds(3 * round + 2));
        }

        assertThat(diagnosis.verdict().state()).isEqualTo(State.LIMITED);
        assertThat(alarms).hasSize(1);
    }

    /** After the load, only the p99 of the last ten seconds remains for some of them. */
    @Test
    void showsTheLatestVerdictOfALoadThatComesAgain() {
        goal = OptionalDouble.of(5_000);
        Observation few = threads(1).refused(50).observation();
        Observation many = threads(1).refused(90).observation();
        Observation free = threads(0.1).observation();
        FlowDiagnosis diagnosis = diagnosis(threads(1).latency(9_000, 100));

        diagnosis.next(List.of(few, few, few, few, few), NOW);
        diagnosis.next(List.of(few, few, few, few, few), NOW);
        diagnosis.next(List.of(few, few, few, few, free), NOW);
        for (int time = 0; time < 2; time++) {
            diagnosis.next(List.of(many, many, many, many, many), NOW);
            diagnosis.next(List.of(many, many, many, many, free), NOW);
        }

        assertThat(diagnosis.verdict().evidence())
                .filteredOn(figure -> figure.signal().equals("flow.refused"))
                .singleElement()
                .returns(90.0, Evidence::value);
    }

    @Test
    void saysThatAFlowWasStoppedInsteadOfWhatLimitsIt() {
        Observation load = threads(1).refused(50).observation();
        FlowDiagnosis diagnosis = diagnosis(threads(1));
        raise(diagnosis, load);
        running = false;

        diagnosis.next(List.of(load, load, load, load, load), NOW);

        assertThat(diagnosis.verdict().state()).isEqualTo(State.UNKNOWN);
        assertThat(diagnosis.verdict().summary()).isEqualTo("The flow was stopped and refuses all events.");
        assertThat(diagnosis.situation()).as("for the autopilot").isNull();
        assertThat(cleared).hasSize(1);
    }

    @Test
    void mentionsATaskThatBecomesSlowWithinFiveSeconds() {
        FlowDiagnosis diagnosis = diagnosis(taking(20));
        renew(diagnosis, 5);

        times = taking(60).times();
        renew(diagnosis, 5);

        assertThat(diagnosis.verdict().summary()).contains("'remote' takes 3.0 times as long as usual");
    }

    @Test
    void forgetsASlowTaskOnceSomethingLimitsTheFlow() {
        FlowDiagnosis diagnosis = diagnosis(taking(20));
        renew(diagnosis, 5);
        times = taking(60).times();
        renew(diagnosis, 5);
        diagnosis.next(calm().waitingCallers(2).observations(), NOW);
        assertThat(diagnosis.verdict().summary()).startsWith("The flow is limited");

        renew(diagnosis, 1);

        assertThat(diagnosis.verdict())
                .returns(State.HEALTHY, Verdict::state)
                .satisfies(verdict -> assertThat(verdict.summary()).doesNotContain("as long as usual"));
    }

    @Test
    void readsSampledTimesOnceInFiveSecondsWhileNothingLimitsTheFlow() {
        renew(diagnosis(calm()), 10);

        assertThat(readings).isEqualTo(2);
    }

    @Test
    void comparesTimesOnceTheFlowIsHealthyAgain() {
        Observation free = calm().observation();
        FlowDiagnosis diagnosis = diagnosis(calm());
        renew(diagnosis, 9);
        diagnosis.next(List.of(free, free, free, free, calm().inFlight(64, 64).observation()), NOW);
        assertThat(readings).isEqualTo(1);

        renew(diagnosis, 1);
        assertThat(readings).isEqualTo(2);
    }

    private static SituationBuilder taking(long millis) {
        return calm().service(new long[] {millis * 1_000_000}, new long[] {100});
    }

    private static void renew(FlowDiagnosis diagnosis, int seconds) {
        for (int second = 0; second < seconds; second++) {
            diagnosis.next(calm().observations(), NOW);
        }
    }

    @Test
    void doesNotCallAFlowHealthyWhoseLatencyIsUnknown() {
        goal = OptionalDouble.of(5_000);

        Verdict verdict = verdict(calm().latency(9_000, 19));

        assertThat(verdict.state()).isEqualTo(State.UNKNOWN);
        assertThat(verdict.summary())
                .contains("19 events were sampled in ten seconds, and at least 20 are needed", "concor.sampling");
        assertThat(verdict(calm().latency(4_000, 20)).state()).isEqualTo(State.HEALTHY);
    }
}
