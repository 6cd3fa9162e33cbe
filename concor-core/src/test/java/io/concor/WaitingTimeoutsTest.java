package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.WatchedTransactions;
import io.concor.layout.FlowSummary;
import io.concor.manage.ChangeRequest;
import io.concor.time.FlowTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Events whose timeout passes while they wait behind threads that do not return from a task. */
@Timeout(60)
class WaitingTimeoutsTest {

    private static final Duration SHORT = Duration.ofMillis(200);
    private static final String HELD = "held";

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final CountDownLatch opened = new CountDownLatch(1);
    private final AtomicInteger holding = new AtomicInteger();
    private final Queue<String> ran = new ConcurrentLinkedQueue<>();

    @AfterEach
    void open() {
        opened.countDown();
    }

    private String hold(String message) throws InterruptedException {
        ran.add(message);
        if (message.equals(HELD)) {
            holding.incrementAndGet();
            opened.await(20, TimeUnit.SECONDS);
        }
        return message;
    }

    private static FlowBuilder<String, String> builder() {
        return Flows.<String>create("flow").timeout(SHORT);
    }

    /** Occupies the threads of the first slot. */
    private List<CompletableFuture<String>> occupy(Flow<String, String> flow, int threads) {
        List<CompletableFuture<String>> held = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            held.add(flow.submit(HELD));
        }
        await("each thread is in the task").until(() -> holding.get() == threads);
        return held;
    }

    private static List<CompletableFuture<String>> submit(Flow<String, String> flow, int events) {
        return IntStream.range(0, events).mapToObj(i -> flow.submit("m" + i)).toList();
    }

    private long inFlight() {
        return flows.manager().flow("flow").summary().inFlight();
    }

    static List<JoinSettings> pools() {
        return PoolKinds.forAnyTask()
                .filter(settings -> settings.waiting() == WaitMode.BLOCKING)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void endWhileEveryThreadOfTheSlotIsInATask(JoinSettings settings) throws Exception {
        Flow<String, String> flow = flows.start(builder().join(settings).map(this::hold, "slow"));
        List<CompletableFuture<String>> held = occupy(flow, settings.threads());

        for (CompletableFuture<String> waiting : submit(flow, 20)) {
            assertThat(RunningFlows.errorOf(waiting))
                    .isInstanceOf(EventTimeoutException.class)
                    .hasMessage("Flow 'flow': an event was older than 200ms when it was at 'slow'");
        }

        assertThat(held).noneMatch(CompletableFuture::isDone);
        await("only the events in a task are inside").until(() -> inFlight() == settings.threads());
        assertThat(flows.manager().flow("flow").summary()).returns(20L, FlowSummary::timedOut);
        assertThat(flows.manager().flow("flow").statistics().slots().get(0).queueSize())
                .isZero();
        opened.countDown();
        assertThat(RunningFlows.get(flow.submit("after"))).isEqualTo("after");
        assertThat(ran).hasSize(settings.threads() + 1);
    }

    @Test
    void leaveRoomForOthersWhoThenAreHandledInOrder() throws Exception {
        Flow<String, String> flow =
                flows.start(builder().maxInFlight(4).join(JoinSettings.single()).map(this::hold, "slow"));
        occupy(flow, 1);
        for (int round = 0; round < 5; round++) {
            for (CompletableFuture<String> waiting : submit(flow, 3)) {
                assertThat(RunningFlows.errorOf(waiting)).isInstanceOf(EventTimeoutException.class);
            }
        }
        ran.clear();
        List<CompletableFuture<String>> last = submit(flow, 3);
        opened.countDown();

        for (CompletableFuture<String> result : last) {
            RunningFlows.get(result);
        }
        assertThat(ran).containsExactly("m0", "m1", "m2");
    }

    /** The first event in the queue is younger than the second, which was long on its way. */
    @Test
    void endBeforeAnEventInFrontOfThemDoes() throws Exception {
        Gate early = new Gate();
        Flow<String, String> flow = flows.start(builder()
                .timeout(SHORT.multipliedBy(5))
                .<String>bind(
                        (message, back) -> {
                            if (message.equals("old")) {
                                early.passStubbornly();
                            }
                            back.complete(message);
                        },
                        "cross")
                .join(JoinSettings.single())
                .map(this::hold, "slow"));
        Queue<String> ended = new ConcurrentLinkedQueue<>();
        RunningFlows.onOwnThread(() -> flow.submit("old").whenComplete((value, error) -> ended.add("old")));
        early.awaitReached();
        FlowTime.awaitTimeout(SHORT);
        occupy(flow, 1);
        flow.submit("young").whenComplete((value, error) -> ended.add("young"));
        early.open();

        await("both have timed out").until(() -> ended.size() == 2);
        assertThat(ended).containsExactly("old", "young");
    }

    /** The join is taken out while they wait, so its threads take only the events that came before. */
    @Test
    void leaveTheOthersToTheThreadsOfAJoinThatIsTakenOut() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .timeout(SHORT.multipliedBy(5))
                .join(JoinSettings.fixed(2))
                .map(this::hold, "slow"));
        occupy(flow, 2);
        CompletableFuture<String> old = flow.submit("old");
        pause(SHORT.toNanos());
        CompletableFuture<String> young = flow.submit("young");

        flows.manager().change(ChangeRequest.takeOut("flow", "slow"));

        assertThat(RunningFlows.errorOf(old)).isInstanceOf(EventTimeoutException.class);
        opened.countDown();
        assertThat(young.handle((value, error) -> "ended").get(20, TimeUnit.SECONDS))
                .isEqualTo("ended");
        await("the flow is empty").until(() -> inFlight() == 0);
    }

    @Test
    void areCaughtInTheStageAndContinueInTheNext() throws Exception {
        Queue<String> next = new ConcurrentLinkedQueue<>();
        Flow<String, String> flow = flows.start(builder()
                .join(JoinSettings.single())
                .mapSingleThreaded(this::hold, "slow")
                .catching(error -> "recovered", "rescue")
                .join(JoinSettings.single())
                .mapSingleThreaded(
                        message -> {
                            next.add(message);
                            return message;
                        },
                        "next"));
        occupy(flow, 1);

        assertThat(RunningFlows.get(flow.submit("m"))).isEqualTo("recovered");
        assertThat(next).containsExactly("recovered");
    }

    @Test
    void rollTheirTransactionBack() throws Exception {
        WatchedTransactions transactions = new WatchedTransactions();
        Flow<String, String> flow = flows.start(builder()
                .map(message -> message, "first")
                .join(JoinSettings.single())
                .mapSingleThreaded(this::hold, "slow")
                .transaction("first", "slow", transactions));
        occupy(flow, 1);

        assertThat(RunningFlows.errorOf(flow.submit("m"))).isInstanceOf(EventTimeoutException.class);

        assertThat(transactions.rolledBack()).isEqualTo(1);
        opened.countDown();
        await("the other event has ended").until(() -> inFlight() == 0);
        assertThat(transactions.violations()).isEmpty();
    }

    @Test
    void keepTheErrorThatTheyHave() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .map(
                        message -> {
                            if (message.equals(HELD)) {
                                return message;
                            }
                            throw new IllegalStateException("its own");
                        },
                        "failing")
                .join(JoinSettings.single())
                .map(this::hold, "slow"));
        occupy(flow, 1);

        assertThat(RunningFlows.errorOf(flow.submit("m"))).hasMessage("its own");
    }

    @Test
    void timeOutAgainIfTheStageContinuesAfterTheCatch() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .join(JoinSettings.single())
                .mapSingleThreaded(this::hold, "slow")
                .catching(error -> "recovered", "rescue")
                .mapSingleThreaded(this::hold, "same thread"));
        occupy(flow, 1);

        assertThat(RunningFlows.errorOf(flow.submit("m")))
                .isInstanceOf(EventTimeoutException.class)
                .hasMessageContaining("when it was at 'same thread'");
        assertThat(ran).containsExactly(HELD);
    }

    /** A single park may end early: the pool wakes its threads. */
    private static void pause(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            LockSupport.parkNanos(nanos);
        }
    }

    /** Threads return from their task at about the time at which the events that wait are removed. */
    @ParameterizedTest
    @MethodSource("pools")
    void endOnceAlsoIfTheThreadsReturnMeanwhile(JoinSettings settings) {
        int events = 3_000;
        AtomicIntegerArray runs = new AtomicIntegerArray(events);
        AtomicIntegerArray ends = new AtomicIntegerArray(events);
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .timeout(Duration.ofMillis(10))
                .maxInFlight(32)
                .join(settings)
                .map(
                        event -> {
                            runs.incrementAndGet(event);
                            if (event % 10 == 0) {
                                pause(ThreadLocalRandom.current().nextInt(8_000_000, 18_000_000));
                            }
                            return event;
                        },
                        "uneven"));
        int refused = 0;
        for (int event = 0; event < events; event++) {
            int number = event;
            try {
                flow.submit(event).whenComplete((value, error) -> ends.incrementAndGet(number));
            } catch (RefusedException full) {
                refused++;
            }
        }
        await("the flow is empty").atMost(Duration.ofSeconds(30)).until(() -> inFlight() == 0);

        assertThat(refused).isZero();
        assertThat(IntStream.range(0, events).filter(event -> ends.get(event) != 1))
                .isEmpty();
        assertThat(IntStream.range(0, events).filter(event -> runs.get(event) > 1))
                .isEmpty();
        assertThat(flows.manager().flow("flow").summary().timedOut()).isPositive();
    }
}
