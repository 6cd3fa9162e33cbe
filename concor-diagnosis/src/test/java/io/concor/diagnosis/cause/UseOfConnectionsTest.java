package io.concor.diagnosis.cause;

import static io.concor.diagnosis.SituationBuilder.level;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.StackProfileBuilder;
import io.concor.diagnosis.advice.Advisor;
import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.forecast.ModelBuilder;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.situation.ConnectionUse;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which flows use a connection pool, when others use up its connections, and how many they need. */
class UseOfConnectionsTest {

    private static SituationBuilder charging() {
        return SituationBuilder.of(126)
                .refused(24)
                .inFlight(100, 100)
                .filled("charge", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(8), 1, 0.01)
                .running(8);
    }

    private static List<Cause> causes(SituationBuilder flow) {
        return CauseRules.check(flow.build()).stream().map(Finding::cause).toList();
    }

    private static String advice(SituationBuilder flow, Cause cause) {
        List<Advice> advice = new Advisor("billing", flow.build()).advise(Finding.of(cause, 0, 0.9));
        return advice.get(0).text();
    }

    @Test
    void aFlowWhoseTasksUseNoConnectionsIsNotLimitedByThoseOfOthers() {
        assertThat(causes(charging().connections(3, 3))).contains(Cause.CONNECTION_POOL);
        assertThat(causes(charging().withoutConnections().connections(3, 3))).containsExactly(Cause.TOO_FEW_THREADS);
    }

    @Test
    void itGetsThreadsHoweverFewConnectionsThereAre() {
        assertThat(advice(charging().connections(3, 0), Cause.TOO_FEW_THREADS)).contains("of the pool 'pool'");
        assertThat(advice(charging().withoutConnections().connections(3, 0), Cause.TOO_FEW_THREADS))
                .startsWith("Give slot 'charge' ");
    }

    /** The connections are taken to be used where most threads are. */
    @Test
    void aTaskThatIsKnownToUseOneGetsNoMoreThreadsThanThereAre() {
        SituationBuilder two = charging()
                .filled("record", TaskKind.SIMPLE, JoinSettings.fixed(4), 1, 0.01)
                .running(4)
                .connections(10, 2, 0);
        assertThat(new ThreadNeeds(two.build()).at(1_000))
                .hasEntrySatisfying("record", need -> assertThat(need).isGreaterThan(10));

        assertThat(new ThreadNeeds(two.connecting().build()).at(1_000)).containsEntry("record", 10);
    }

    /** They may wait for something else most of the time. */
    @Test
    void aTaskThatIsKnownToUseOneKeepsTheThreadsThatItHas() {
        SituationBuilder two = SituationBuilder.of(126)
                .filled("charge", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(64), 1, 0.01)
                .running(64)
                .filled("record", TaskKind.SIMPLE, JoinSettings.fixed(32), 1, 0.01)
                .running(32)
                .connecting()
                .connections(10, 2, 0);

        assertThat(new ThreadNeeds(two.build()).at(1_000)).containsEntry("record", 32);
    }

    @Test
    void itIsSimulatedWithoutConnections() {
        SituationBuilder other = charging().withoutConnections().connections(3, 3);

        assertThat(new ModelBuilder(other.build()).model().resources()).isEmpty();
        assertThat(new ModelBuilder(charging().connections(3, 3).build())
                        .model()
                        .resources())
                .hasSize(1);
    }

    @Test
    void aTransactionUsesOneWhateverItsTasks() {
        assertThat(causes(charging().withoutConnections().transaction(0, 0).connections(3, 3)))
                .contains(Cause.CONNECTION_POOL);
    }

    /** A bean may get its data source in a way that its definition does not show. */
    @Test
    void stacksTellMoreThanDefinitions() {
        StackProfileBuilder connecting = StackProfileBuilder.of(100).connecting(60);

        assertThat(causes(charging().withoutConnections().connections(3, 3).look(connecting)))
                .contains(Cause.CONNECTION_POOL);
    }

    @Test
    void aPoolThatIsUsedUpIsTheOneForWhichStacksShowThreadsWait() {
        StackProfileBuilder connecting = StackProfileBuilder.of(100).connecting(60);
        List<Finding> found =
                CauseRules.check(charging().connections(8, 0).look(connecting).build());

        assertThat(found)
                .filteredOn(finding -> finding.cause() == Cause.CONNECTION_POOL)
                .singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("8 connections of pool 'pool'"));
    }

    /** Most pools do not count the threads that wait. Half of the eight do, as stacks show. */
    @Test
    void ofAPoolThatCountsNoThreadsStacksShowHowManyWait() {
        StackProfileBuilder connecting = StackProfileBuilder.of(100).connecting(50);
        SituationBuilder flow = charging()
                .service(new long[] {60_000_000}, new long[] {1_000})
                .connections(4, 0)
                .look(connecting);
        Finding found = CauseRules.check(flow.build()).get(0);

        assertThat(found.cause()).isEqualTo(Cause.CONNECTION_POOL);
        assertThat(found.summary())
                .isEqualTo(
                        "At 'charge', threads wait for one of the 4 connections of pool 'pool', which are all in use.");
        assertThat(found.evidence()).extracting(Evidence::signal).containsExactly("thread.connecting", "pool.active");
        assertThat(advice(flow, Cause.CONNECTION_POOL)).startsWith("Allow more connections in pool 'pool': ");
        assertThat(ConnectionUse.of(flow.build()))
                .hasValueSatisfying(use -> assertThat(use.waiting(flow.build())).isEqualTo(4));
    }

    @Test
    void manyThreadsThatShareFewConnectionsNeedAsManyAsTheseAreUsed() {
        SituationBuilder shared = SituationBuilder.of(100)
                .refused(20)
                .filled("charge", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(64), 1, 0.01)
                .running(64)
                .connections(10, 0);

        assertThat(advice(shared, Cause.TOO_FEW_THREADS))
                .isEqualTo(
                        "The 64 threads of slot 'charge' share the 10 connections of the pool 'pool', and all are in use. Allow 18 connections.");
    }

    @Test
    void eventsThatTimeOutAfterTheTaskHaveUsedAConnection() {
        PoolWindow pool = new PoolWindow("shop", null, "connections", "pool.size", 3, level(3), level(9), true);
        SituationBuilder timingOut =
                charging().failed(100).timeouts(100).taken(75).pool(pool);

        assertThat(timingOut.build().traffic().handled()).isLessThan(30);
        assertThat(advice(timingOut, Cause.CONNECTION_POOL))
                .isEqualTo("Allow more connections in pool 'shop': 150 events per second need 6.0 at once.");
    }
}
