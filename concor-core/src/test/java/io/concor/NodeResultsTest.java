package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RunningFlows;
import io.concor.fixture.SimulatedQueue.HandOut;
import io.concor.fixture.SimulatedResults;
import io.concor.fixture.SimulatedStore;
import io.concor.manage.ManagedFlow;
import io.concor.queue.ResultChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Results that come back from another node. Flows of one name and one store stand for processes. */
@Timeout(60)
class NodeResultsTest {

    private static final JoinSettings REMOTE = JoinSettings.single().queue(QueueKind.REMOTE);

    @RegisterExtension
    final RunningFlows edges = new RunningFlows();

    @RegisterExtension
    final RunningFlows cores = new RunningFlows();

    @RegisterExtension
    final RunningFlows offices = new RunningFlows();

    private final SimulatedStore store = new SimulatedStore();
    private final SimulatedResults results = store.bringResults();
    private final Queue<String> ran = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        store.close();
    }

    private @Nullable Object book(Object message) {
        ran.add("book " + message);
        if (message.equals("broken")) {
            throw new IllegalStateException("out of\nstock");
        }
        return message.equals("null") ? null : "booked " + message;
    }

    private FlowBuilder<Object, Object> flow(String here) {
        return Flows.<Object>create("flow").remoteQueues(store).here(List.of(here));
    }

    /** Up to the slot of the second node. */
    private FlowBuilder<Object, Object> intoCore(String here) {
        return flow(here)
                .node("edge")
                .map(message -> message, "read")
                .node("core")
                .join(REMOTE);
    }

    private FlowBuilder<Object, Object> builder(String here) {
        return intoCore(here).map(this::book, "book");
    }

    private Flow<Object, Object> edge() {
        return edges.start(builder("edge"));
    }

    private void core() {
        cores.start(builder("core"));
    }

    @Test
    void comesBackToTheCaller() throws Exception {
        Flow<Object, Object> edge = edge();
        core();
        assertThat(RunningFlows.get(edge.submit("one"))).isEqualTo("booked one");
        assertThat(RunningFlows.get(edge.trySubmit("two"))).isEqualTo("booked two");
        assertThat(RunningFlows.get(edge.submit("three", Duration.ofSeconds(1))))
                .isEqualTo("booked three");
        assertThat(RunningFlows.get(edge.submit("null"))).isNull();
        assertThat(store.queue("flow.book").isQuiet()).isTrue();
    }

    /** What depends on a result runs on a thread of the asking flow, for which no store waits. */
    @Test
    void runsWhatDependsOnItOnAThreadOfTheFlow() throws Exception {
        Flow<Object, Object> edge = edge();
        store.queue("flow.book").handOut(HandOut.LATER);
        CompletableFuture<String> thread =
                edge.submit("one").thenApply(value -> Thread.currentThread().getName());
        core();
        store.queue("flow.book").handOut(HandOut.SOON);
        store.queue("flow.book").roomMade();
        assertThat(RunningFlows.get(thread)).startsWith("flow-retry");
    }

    @Test
    void bringsErrorsByTypeAndText() throws Exception {
        Flow<Object, Object> edge = edge();
        core();
        assertThat(RunningFlows.errorOf(edge.submit("broken")))
                .isInstanceOfSatisfying(RemoteErrorException.class, error -> {
                    assertThat(error.remoteType()).isEqualTo("java.lang.IllegalStateException");
                    assertThat(error.remoteMessage()).isEqualTo("out of?stock");
                    assertThat(error.component()).isEqualTo("book");
                    assertThat(error.flow()).isEqualTo("flow");
                })
                .hasMessage(
                        "Flow 'flow', component 'book': an event failed in another process with java.lang.IllegalStateException: out of?stock");
        assertThat(store.queue("flow.book").dead()).hasSize(1);
    }

    @Test
    void comesWhenTheEventIsNotTriedAgain() throws Exception {
        FlowBuilder<Object, Object> retrying = intoCore("core")
                .retry(RetryPolicy.maxRetries(2).delay(Duration.ofMillis(1)))
                .map(this::book, "book");
        Flow<Object, Object> edge = edge();
        cores.start(retrying);
        assertThat(RunningFlows.errorOf(edge.submit("broken"))).isInstanceOf(RemoteErrorException.class);
        assertThat(ran).hasSize(3);
        assertThat(results.answered()).isEqualTo(1);
    }

    @Test
    void bringsTimeoutsAsSuch() throws Exception {
        Flow<Object, Object> edge = edges.start(waiting("edge"));
        cores.start(waiting("core"));
        assertThat(RunningFlows.errorOf(edge.submit("late")))
                .isInstanceOf(EventTimeoutException.class)
                .hasMessageContaining("'send'");
        assertThat(RunningFlows.get(edge.submit("soon"))).isEqualTo("soon");
    }

    private FlowBuilder<Object, Object> waiting(String here) {
        return intoCore(here)
                .timeout(Duration.ofMillis(300))
                .bind(
                        (message, continuation) -> {
                            if (message.equals("soon")) {
                                continuation.complete(message);
                            }
                        },
                        "send");
    }

    @Test
    void comesFromBehindSeveralNodes() throws Exception {
        Flow<Object, Object> edge = edges.start(threeNodes("edge"));
        cores.start(threeNodes("core"));
        offices.start(threeNodes("office"));
        assertThat(RunningFlows.get(edge.submit("one"))).isEqualTo("filed booked one");
        assertThat(RunningFlows.errorOf(edge.submit("broken"))).hasMessageContaining("'book'");
    }

    private FlowBuilder<Object, Object> threeNodes(String here) {
        return builder(here).node("office").join(REMOTE).map(message -> "filed " + message, "file");
    }

    @Test
    void costsNothingWhereNobodyAwaitsIt() throws Exception {
        Flow<Object, Object> edge = edge();
        RunningFlows.get(edge.accept("one"));
        edge.apply("two");
        await().until(() -> store.queue("flow.book").waiting().size() == 2);
        assertThat(store.queue("flow.book").headers()).containsOnly(Map.of());
        assertThat(results.asking()).isZero();
        core();
        await().until(store.queue("flow.book")::isQuiet);
        assertThat(results.answered()).isZero();
    }

    @Test
    void isAskedForByAHeader() {
        Flow<Object, Object> edge = edge();
        CompletableFuture<Object> result = edge.submit("one");
        await().until(() -> store.queue("flow.book").waiting().size() == 1);
        assertThat(store.queue("flow.book").headers()).containsOnly(Map.of(ResultChannel.HEADER, "process 1"));
        assertThat(result).isNotDone();
    }

    @Test
    void saysWhyAValueDoesNotComeBack() throws Exception {
        Flow<Object, Object> edge = edge();
        core();
        results.losesValues();
        assertThat(RunningFlows.errorOf(edge.submit("one")))
                .isInstanceOfSatisfying(QueueStoreException.class, error -> assertThat(error.outcomeUnknown())
                        .isTrue())
                .hasMessageContainingAll("has ended well", "it is too large", "Do not repeat");
    }

    @Test
    void hindersNoEventThatItCannotBeToldOf() throws Exception {
        Flow<Object, Object> edge = edge();
        core();
        results.breaks();
        CompletableFuture<Object> first = edge.submit("one");
        await().until(() -> ran.contains("book one"));
        await().until(store.queue("flow.book")::isQuiet);
        assertThat(first).isNotDone();
    }

    @Test
    void isDroppedWhereTheCallerHasGivenUpOrIsGone() throws Exception {
        Flow<Object, Object> edge = edge();
        CompletableFuture<Object> given = edge.submit("one");
        CompletableFuture<Object> stopped = edge.submit("two");
        await().until(() -> store.queue("flow.book").waiting().size() == 2);
        given.cancel(false);
        edge.close();
        assertThat(RunningFlows.errorOf(stopped)).isInstanceOf(FlowStoppedException.class);
        core();
        await().until(() -> results.answered() == 2);
        assertThat(ran).containsExactly("book one", "book two");
    }

    @Test
    void comesAgainAfterARestart() throws Exception {
        Flow<Object, Object> edge = edge();
        edge.submit("before");
        assertThat(results.asking()).isEqualTo(1);
        edges.manager().flow("flow").stop(Duration.ofSeconds(5));
        assertThat(results.asking()).isZero();
        edges.manager().flow("flow").start();
        core();
        assertThat(RunningFlows.get(edge.submit("one"))).isEqualTo("booked one");
    }

    /** Else whatever waits there for a change or a start of the flow would wait for itself. */
    @Test
    void failsAtAStopWithoutTheLockOfTheFlow() throws Exception {
        Flow<Object, Object> edge = edge();
        ManagedFlow managed = edges.manager().flow("flow");
        CompletableFuture<Boolean> started = edge.submit("one")
                .handle((value, stopped) -> CompletableFuture.runAsync(managed::start)
                        .orTimeout(10, TimeUnit.SECONDS)
                        .handle((done, late) -> late == null)
                        .join());
        await().until(() -> store.queue("flow.book").waiting().size() == 1);
        managed.stop(Duration.ofSeconds(5));
        assertThat(RunningFlows.get(started)).isTrue();
    }

    @Test
    void comesBackWhereTheFirstComponentRunsElsewhere() throws Exception {
        Flow<Object, Object> edge = edges.start(remoteEntry("edge"));
        cores.start(remoteEntry("core"));
        assertThat(RunningFlows.get(edge.submit("one"))).isEqualTo("booked one");
    }

    private FlowBuilder<Object, Object> remoteEntry(String here) {
        return flow(here).node("core").join(REMOTE).map(this::book, "book");
    }

    /** It runs all components, and another process that does so may take its event. */
    @Test
    void comesFromAnotherProcessThatSharesTheSlot() throws Exception {
        Flow<Object, Object> whole = edges.start(remoteEntry("core"));
        store.queue("flow.book").handOut(HandOut.LATER);
        CompletableFuture<Object> result = whole.submit("one");
        await().until(() -> store.queue("flow.book").waiting().size() == 1);
        cores.start(remoteEntry("core"));
        store.queue("flow.book").handOut(HandOut.SOON);
        store.queue("flow.book").roomMade();
        assertThat(RunningFlows.get(result)).isEqualTo("booked one");
        assertThat(results.answered()).isEqualTo(1);
    }

    @Test
    void findsEachOfManyCallers() throws Exception {
        Flow<Object, Object> edge = edge();
        core();
        List<CompletableFuture<Object>> all =
                IntStream.range(0, 2_000).mapToObj(edge::submit).toList();
        for (int i = 0; i < all.size(); i++) {
            assertThat(RunningFlows.get(all.get(i))).isEqualTo("booked " + i);
        }
    }
}
