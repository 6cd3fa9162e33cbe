package io.concor.diagnosis.situation;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.cause.CauseRules;
import io.concor.diagnosis.cause.Finding;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitSignsTest {

    private static SituationBuilder flow() {
        return SituationBuilder.of(100).filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 0.5);
    }

    private static SituationBuilder twoQueues(double first, double second) {
        return SituationBuilder.of(100)
                .filled("first", TaskKind.SIMPLE, JoinSettings.fixed(4), 0.5)
                .queue(first)
                .filled("second", TaskKind.SIMPLE, JoinSettings.fixed(4), 0.5)
                .queue(second);
    }

    @Test
    void nothingLimitsAFlowThatKeepsUp() {
        assertThat(LimitSigns.of(flow().build())).isEmpty();
    }

    @Test
    void latencyBeyondTheGoalIsASign() {
        assertThat(LimitSigns.of(flow().goalP99Micros(5_000).latency(9_000, 20).build()))
                .containsExactly(new Evidence("flow.latency.p99", 9_000, 5_000, "micros", 5));
        assertThat(LimitSigns.of(flow().goalP99Micros(9_000).latency(9_000, 20).build()))
                .isEmpty();
    }

    @Test
    void latencyOfAFewEventsIsUnknown() {
        SituationBuilder few = flow().goalP99Micros(5_000).latency(9_000, 19);

        assertThat(LimitSigns.of(few.build())).isEmpty();
        assertThat(LimitSigns.lacksLatency(few.build())).isTrue();
        assertThat(LimitSigns.lacksLatency(flow().latency(9_000, 19).build()))
                .as("without a goal")
                .isFalse();
    }

    @Test
    void computingCallersThatQueueForProcessorsAreASign() {
        SituationBuilder callers =
                SituationBuilder.of(700).empty("pricer", TaskKind.SIMPLE).outside(40);

        assertThat(LimitSigns.of(callers.host(2, 1.9, 2, 30).build()))
                .containsExactly(new Evidence("flow.callers.computing", 40, 4, "threads", 5));
        assertThat(LimitSigns.queuingCallers(callers.build())).hasValue(40.0);
        assertThat(LimitSigns.isQuiet(callers.build())).isFalse();
        assertThat(LimitSigns.of(callers.host(2, 0.3, 2, 30).build()))
                .as("of another process")
                .isEmpty();
        assertThat(LimitSigns.of(callers.host(2, 1.2, 1.3, 0).build()))
                .as("while processors are free")
                .isEmpty();
        assertThat(LimitSigns.of(SituationBuilder.of(700)
                        .empty("caller", TaskKind.SYNCHRONIZED_REMOTE)
                        .outside(40)
                        .host(2, 1.9, 2, 30)
                        .build()))
                .as("of tasks that wait")
                .isEmpty();
    }

    @Test
    void manyThreadsThatQueueForConnectionsAreASign() {
        SituationBuilder many = manyThreads().connections(3, 150);

        assertThat(LimitSigns.of(many.build()))
                .containsExactly(new Evidence("connections.waiting.least", 150, 6, "threads", 5));
        assertThat(LimitSigns.isSeenInLast(many.build())).isTrue();
        assertThat(CauseRules.check(many.build()))
                .first()
                .returns(Cause.CONNECTION_POOL, Finding::cause)
                .returns(0, Finding::component);
        assertThat(LimitSigns.of(manyThreads().connections(3, 6).build()))
                .as("just enough")
                .containsExactly(new Evidence("connections.waiting.least", 6, 6, "threads", 5));
        assertThat(LimitSigns.of(flow().connections(3, 5).build())).as("fewer").isEmpty();
        assertThat(LimitSigns.of(SituationBuilder.of(5)
                        .filled("seldom", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(64), 0.01)
                        .connections(3, 150)
                        .build()))
                .as("of others")
                .isEmpty();
    }

    private static SituationBuilder manyThreads() {
        return SituationBuilder.of(72).virtual("store", TaskKind.SYNCHRONIZED_REMOTE, 256, 0.6);
    }

    @Test
    void waitsForThreeWindows() {
        assertThat(LimitSigns.of(flow().refused(10).windows(2).build())).isEmpty();
        assertThat(LimitSigns.of(flow().refused(10).windows(3).build()))
                .containsExactly(new Evidence("flow.refused", 10, 0, "per second", 3));
    }

    @Test
    void queueStandsIfItIsNeverShorterThanTheThreadsAndFiveMilliseconds() {
        assertThat(LimitSigns.of(twoQueues(3, 0).build())).isEmpty();
        assertThat(LimitSigns.of(twoQueues(4, 0).build()))
                .containsExactly(new Evidence("slot.queue.least", 4, 4, "events", 5));
        SituationBuilder fast = SituationBuilder.of(2_000)
                .filled("fast", TaskKind.SIMPLE, JoinSettings.fixed(4), 0.5)
                .queue(9);
        assertThat(LimitSigns.of(fast.build())).isEmpty();
        assertThat(LimitSigns.of(fast.queue(10).build())).hasSize(1);
    }

    @Test
    void dropsTheWindowsBeforeTheFirstSignIfThreeAreLeft() {
        Situation calm = twoQueues(0, 0).build();

        assertThat(windowsSinceFirstSign(calm, twoQueues(0, 4), 3)).isEqualTo(3);
        assertThat(windowsSinceFirstSign(calm, twoQueues(0, 0).refused(10), 3)).isEqualTo(3);
        assertThat(windowsSinceFirstSign(calm, twoQueues(0, 4), 2)).isEqualTo(5);
    }

    private static int windowsSinceFirstSign(Situation calm, SituationBuilder limited, int windows) {
        List<Observation> recent = new ArrayList<>(calm.recent().subList(windows, 5));
        recent.addAll(Collections.nCopies(windows, limited.observation()));
        return LimitSigns.whileSigns(calm.withWindows(recent)).recent().size();
    }

    /** When a load ends, the processors are idle, but what limited the flow were they. */
    @Test
    void dropsTheWindowsAfterTheLastSignIfThreeAreLeft() {
        Situation calm = twoQueues(0, 0).build();
        Observation limited = twoQueues(0, 4).observation();
        Observation free = calm.recent().get(0);
        List<Observation> ended = List.of(limited, free, limited, free, free);

        assertThat(LimitSigns.whileSigns(calm.withWindows(ended)).recent()).containsExactly(limited, free, limited);
        assertThat(LimitSigns.whileSigns(calm.withWindows(List.of(free, limited, limited, free, free)))
                        .recent())
                .hasSize(5);
    }

    @Test
    void namesTheMostDownstreamQueueThatStands() {
        assertThat(LimitSigns.of(twoQueues(50, 20).build()))
                .containsExactly(new Evidence("slot.queue.least", 20, 4, "events", 5));
    }
}
