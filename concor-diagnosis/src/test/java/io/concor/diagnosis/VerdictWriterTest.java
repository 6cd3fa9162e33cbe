package io.concor.diagnosis;

import static io.concor.diagnosis.SituationBuilder.level;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.signal.FlowWindow.StoredWindow;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.situation.Baseline;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Headroom;
import io.concor.diagnosis.verdict.Verdict.State;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictWriterTest {

    private static final String FREE = "Nothing limits the flow at 100 events per second.";
    private static final String PRAISE =
            FREE + " At 4.0 times this rate, the processors would, if all processor use grew with it.";

    private final VerdictWriter writer =
            new VerdictWriter("orders", Runnable::run, (slot, settings) -> Optional.empty());

    private static SituationBuilder flow(double failed) {
        return SituationBuilder.of(100).failed(failed);
    }

    private static SituationBuilder task(SituationBuilder flow, String name, double errors) {
        return flow.filled(name, TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 0.1)
                .errors(errors);
    }

    private String summary(SituationBuilder flow) {
        Verdict verdict = writer.healthy(flow.build(), Instant.EPOCH);
        assertThat(verdict.state()).isEqualTo(State.HEALTHY);
        return verdict.summary();
    }

    @Test
    void eventsOfAStoreTakeNoneOfTheHeadroomOfAdmission() {
        assertThat(writer.healthy(
                                SituationBuilder.of(100)
                                        .filled("bank", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 0.2)
                                        .inFlight(1_032, 64)
                                        .fromStores(1_024)
                                        .build(),
                                Instant.EPOCH)
                        .headroom())
                .isEqualTo(new Headroom(4, "cpu"));
    }

    @Test
    void eventsThatPileUpInAStoreAreNotHandled() {
        StoredWindow growing = new StoredWindow(SituationBuilder.level(0), 0, 300, 60, 0, 0, 0, 0, null);

        assertThat(summary(SituationBuilder.of(100)
                        .filled("bank", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 0.2)
                        .stored(growing)))
                .isEqualTo(
                        "Nothing limits the flow yet: 160 events per second arrive, 100 end, and 5 of at most 1024 are inside. 300 more wait in stores.");
    }

    @Test
    void measuresTheHeadroomFromTheLastSecond() {
        Situation before = task(SituationBuilder.of(10), "bank", 0).build();
        Situation now = SituationBuilder.of(400)
                .filled("bank", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 0.5)
                .build();
        List<Observation> seconds = List.of(
                before.recent().get(0), before.recent().get(0), now.recent().get(0));

        assertThat(writer.healthy(now.withWindows(seconds), Instant.EPOCH).summary())
                .isEqualTo("Nothing limits the flow at 400 events per second. At 2.0 times this rate, 'bank' would.");
    }

    @Test
    void mentionsATaskThatHasBecomeSlowThoughNothingIsLimitedYet() {
        SituationBuilder usual = SituationBuilder.of(60)
                .filled("ask", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(200), 0.02)
                .service(new long[] {20_000_000}, new long[] {100});
        Baseline baseline = new Baseline(1);
        baseline.learn(usual.build());
        Situation slow =
                usual.service(new long[] {2_000_000_000}, new long[] {100}).build();
        Situation now = new Situation(slow.recent(), slow::times, baseline, slow.goalP99Micros(), null, null, false);

        writer.compareTimes(now);

        assertThat(writer.healthy(now, Instant.EPOCH).summary())
                .startsWith("Nothing limits the flow at 60 events per second. 'ask' takes ")
                .contains(" times as long as usual, in the median 2");
    }

    @Test
    void takesTheLastSecondsIfTheLastOneHadNoEvents() {
        Situation before = task(SituationBuilder.of(100), "bank", 0).build();
        Situation now = task(SituationBuilder.of(0), "bank", 0).build();
        List<Observation> seconds = List.of(before.recent().get(0), now.recent().get(0));

        assertThat(writer.healthy(now.withWindows(seconds), Instant.EPOCH).summary())
                .startsWith("Nothing limits the flow at 50 events per second.");
    }

    @Test
    void promisesNothingWhileEventsPileUpInside() {
        Situation before = SituationBuilder.of(100).inFlight(100, 1000).build();
        Situation now = SituationBuilder.of(24).inFlight(180, 1000).build();
        List<Observation> seconds = List.of(before.recent().get(0), now.recent().get(0));

        assertThat(writer.healthy(now.withWindows(seconds), Instant.EPOCH).summary())
                .isEqualTo(
                        "Nothing limits the flow yet: 142 events per second arrive, 62 end, and 180 of at most 1000 are inside.");
    }

    @Test
    void doesNotPraiseAFlowWhileAllProcessorsAreBusy() {
        Verdict verdict = writer.healthy(
                task(SituationBuilder.of(100).host(2, 1, 2, 3), "bank", 0).build(), Instant.EPOCH);

        assertThat(verdict.summary())
                .isEqualTo(
                        "Nothing limits the flow at 100 events per second, but all processors are busy: events may wait before they enter it.");
        assertThat(verdict.headroom()).isEqualTo(new Headroom(1, "cpu"));
    }

    /** They may serve the flow, or load it. */
    @Test
    void whatOthersUseOfTheProcessorsGrowsWithTheRate() {
        assertThat(praise(SituationBuilder.of(100).host(2, 1, 1.5, 0)))
                .endsWith(" At 1.3 times this rate, the processors would, if all processor use grew with it.");
    }

    @Test
    void othersThatUseMostOfTheProcessorsDoSomethingElse() {
        assertThat(praise(SituationBuilder.of(100).host(2, 0.5, 1.5, 0)))
                .endsWith(
                        " At 2.0 times this rate, the processors would, if the processor use of this process grew with it.");
    }

    @Test
    void whatConcorUsesToPredictDoesNotLowerTheHeadroom() {
        assertThat(praise(SituationBuilder.of(100).host(2, 1.3, 1.3, 0).own(0.8)))
                .isEqualTo(praise(SituationBuilder.of(100).host(2, 0.5, 0.5, 0)))
                .contains(" At 4.0 times this rate, the processors would");
    }

    private String praise(SituationBuilder flow) {
        return writer.healthy(task(flow, "bank", 0).build(), Instant.EPOCH).summary();
    }

    @Test
    void promisesNoLatencyAtAHigherRate() {
        assertThat(praise(SituationBuilder.of(100).host(2, 1, 1.5, 0).goalP99Micros(50_000)))
                .endsWith(" would, if all processor use grew with it. The p99 may exceed its goal sooner.");
    }

    @Test
    void theCompilerLeavesItsProcessors() {
        Verdict verdict = writer.healthy(
                task(SituationBuilder.of(100).host(2, 1.4, 1.5, 0).compiler(0.4), "bank", 0)
                        .build(),
                Instant.EPOCH);

        assertThat(verdict.summary())
                .endsWith(" At 1.8 times this rate, the processors would, if all processor use grew with it.");
    }

    @Test
    void measuresTheHeadroomOfTheConnectionsThatTheFlowUses() {
        SituationBuilder flow =
                SituationBuilder.of(120).filled("insert", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(16), 0.15);

        assertThat(writer.healthy(flow.pool(pool(4, 2.4)).build(), Instant.EPOCH)
                        .summary())
                .endsWith(" At 1.7 times this rate, the connections would.");
    }

    @Test
    void othersLeaveFewerConnections() {
        SituationBuilder flow =
                SituationBuilder.of(120).filled("insert", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(20), 0.1);

        assertThat(writer.healthy(flow.pool(pool(10, 7)).build(), Instant.EPOCH).headroom())
                .as("2 of the 5 that others leave")
                .isEqualTo(new Headroom(2.5, "connection-pool"));
    }

    private static PoolWindow pool(int most, double active) {
        return new PoolWindow("shop", null, "connections", null, most, level(active), level(0), true);
    }

    @Test
    void saysThatALimitMayBegin() {
        Situation full = flow(0).refused(89).inFlight(250, 256).build();

        assertThat(LimitSigns.isSeenInLast(full)).isTrue();
        assertThat(writer.perhapsLimited(full, Instant.EPOCH))
                .returns(State.UNKNOWN, Verdict::state)
                .returns(null, Verdict::headroom)
                .returns(
                        "Events waited or were refused in the last second: 250 of at most 256 were inside, and 89 were refused."
                                + " The verdict names a cause if this lasts for 3 seconds.",
                        Verdict::summary);
    }

    @Test
    void saysThatEventsArriveOfWhichHardlyAnyHasEnded() {
        Situation before = SituationBuilder.of(0).inFlight(0, 1000).build();
        Situation now = SituationBuilder.of(0).inFlight(300, 1000).build();
        List<Observation> seconds = List.of(before.recent().get(0), now.recent().get(0));

        assertThat(writer.hardlyUsed(now.withWindows(seconds), Instant.EPOCH).summary())
                .isEqualTo("Almost no event has ended yet: 300 per second arrive, and 300 are inside.");
        assertThat(writer.hardlyUsed(before, Instant.EPOCH).summary()).isEqualTo("Too few events.");
    }

    @Test
    void mentionsEventsThatFailAndWhereMostDo() {
        assertThat(summary(task(task(flow(100), "shop", 10), "bank", 90)))
                .isEqualTo(FREE + " But 100 % of the events fail, most at 'bank'.");
    }

    @Test
    void mentionsTheMostFrequentErrorWhereMostOccur() {
        assertThat(summary(task(flow(100), "bank", 90).throwing("ConnectException")))
                .isEqualTo(FREE + " But 100 % of the events fail, most at 'bank', most often with ConnectException.");
    }

    @Test
    void mentionsEventsThatEndByTimeout() {
        assertThat(summary(task(task(flow(25).timeouts(20).recovered(20), "shop", 20), "bank", 25)))
                .as("of the timeouts, all were handled")
                .isEqualTo(FREE + " But 25 % of the events fail, most at 'bank'.");
        assertThat(summary(task(task(flow(60).timeouts(50), "shop", 45), "bank", 15)))
                .isEqualTo(FREE + " But 50 % of the events end by timeout, most at 'shop'.");
    }

    @Test
    void mentionsOnlyEventsThatFailFromAFifthOn() {
        assertThat(summary(task(flow(19), "bank", 19))).isEqualTo(PRAISE);
        assertThat(summary(task(flow(20), "bank", 20))).endsWith("But 20 % of the events fail, most at 'bank'.");
    }

    @Test
    void namesNoComponentIfTheEventsFailAtNone() {
        assertThat(summary(task(flow(100), "bank", 0))).endsWith("But 100 % of the events fail.");
    }

    @Test
    void doesNotNameAComponentFromWhoseErrorsTheEventsRecover() {
        SituationBuilder recovered =
                task(flow(30), "cache", 70).empty("rescue", TaskKind.CATCH).errors(0);

        assertThat(summary(task(recovered, "bank", 30))).endsWith("But 30 % of the events fail, most at 'bank'.");
    }

    @Test
    void mentionsEventsThatACatchComponentRecovers() {
        SituationBuilder recovered = task(task(flow(0).recovered(90), "shop", 30), "bank", 60);

        assertThat(summary(recovered.empty("rescue", TaskKind.CATCH)))
                .isEqualTo(
                        FREE
                                + " But 90 % of the events complete only after a catch component has handled an error, most at 'bank'.");
        assertThat(summary(task(flow(0).recovered(19), "bank", 19))).isEqualTo(PRAISE);
    }

    @Test
    void tellsTimeoutsThatACatchComponentHandlesFromOtherErrors() {
        SituationBuilder recovered = task(flow(0).recovered(90).timeouts(90), "bank", 90);

        assertThat(summary(recovered.empty("rescue", TaskKind.CATCH)))
                .isEqualTo(FREE + " But 90 % of the events time out and complete only because a catch component handles"
                        + " that, most at 'bank'.");
    }

    @Test
    void namesTheComponentWhoseErrorsACatchComponentThrowsAgain() {
        SituationBuilder explained =
                task(flow(70), "bank", 70).empty("explain", TaskKind.CATCH).errors(70);

        assertThat(summary(explained)).endsWith("But 70 % of the events fail, most at 'bank'.");
    }
}
