package io.concor.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Threads that are to end, and have not noticed yet, where one thread is to have a ring for itself. */
@Timeout(60)
class DismissedThreadsTest {

    private static final JoinSettings FOUR = JoinSettings.fixed(4);
    private static final JoinSettings SINGLE = JoinSettings.single();
    private static final Duration SHORT = Duration.ofMillis(50);

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Gate gate = new Gate();
    private final CyclicBarrier allFour = new CyclicBarrier(4);

    /** Lets each of four threads have an event, the last one for longer. */
    private void holdTheLastOfFour() throws Exception {
        Flow<Integer, Integer> flow =
                flows.start(Flows.<Integer>create("flow").join(FOUR).map(this::hold, "slot"));
        for (int event = 0; event < 4; event++) {
            flow.apply(event);
        }
        gate.awaitReached();
        await("the other three are through")
                .until(() -> flows.manager().flow("flow").slot("slot").activeThreads() == 1);
    }

    private Integer hold(Integer event) throws Exception {
        allFour.await(20, TimeUnit.SECONDS);
        if (Thread.currentThread().getName().endsWith("-4")) {
            gate.pass();
        }
        return event;
    }

    private long change(JoinSettings settings, Duration timeLimit) {
        return flows.manager()
                .change(ChangeRequest.put("flow", "slot", settings).timeLimit(timeLimit))
                .version();
    }

    private void oneThreadIsWaitedForThatOfFourIsStillOut() {
        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(() -> change(SINGLE, SHORT))
                .withMessageContaining("a task still occupies one of its");
        gate.open();
        assertThat(change(SINGLE, Duration.ofSeconds(20))).isEqualTo(3);
    }

    @Test
    void ofAResizeAreWaitedForBeforeOneThreadTakesOver() throws Exception {
        holdTheLastOfFour();
        change(JoinSettings.fixed(2), SHORT);
        oneThreadIsWaitedForThatOfFourIsStillOut();
    }

    @Test
    void ofAPoolBeforeTheLastAreWaitedForBeforeOneThreadTakesOver() throws Exception {
        holdTheLastOfFour();
        change(JoinSettings.cached(4), SHORT);
        oneThreadIsWaitedForThatOfFourIsStillOut();
    }

    @Test
    void keepTheirPoolFromBeingQuietUntilTheyHaveLookedAgain() throws Exception {
        PoolInHand inHand = new PoolInHand(new RingInHand(2).ring(), JoinSettings.fixed(2), pool -> {});
        Pool pool = inHand.pool();
        pool.resume();
        pool.adopt(JoinSettings.fixed(1));
        pool.suspend();
        CompletableFuture<Void> staying = RunningFlows.onOwnThread(() -> inHand.run(0));
        await("the thread that stays is held")
                .until(() -> inHand.workers().get(0).isSuspended());

        assertThat(pool.isQuiescent()).isFalse();
        inHand.run(1);
        assertThat(pool.isQuiescent()).isTrue();

        pool.retire();
        RunningFlows.get(staying);
    }

    @Test
    void leavesNoEndedWorkerInThePoolAfterAShortageOfMemory() {
        PoolInHand inHand = new PoolInHand(new RingInHand(2).ring(), JoinSettings.fixed(2), served -> {});
        Pool pool = inHand.pool();
        Worker dead = inHand.workers().get(0);

        dead.end();
        pool.suspend();
        pool.adopt(JoinSettings.fixed(1)); // dismisses the other one
        inHand.workers().get(1).end();
        assertThat(pool.isQuiescent()).isTrue();

        pool.replenish();
        assertThat(pool.all()).hasSize(1).doesNotContain(dead);
        inHand.workers().get(2).end();
    }
}
