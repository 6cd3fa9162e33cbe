package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RunningFlows;
import io.concor.fixture.SimulatedStore;
import io.concor.layout.Placement;
import io.concor.layout.SlotState;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ManagedFlow;
import io.concor.statistics.FlowReading.SlotReading;
import io.concor.statistics.FlowStatistics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Flows whose components run on several nodes. Two flows of one name and one store stand for two processes. */
@Timeout(60)
class NodesTest {

    private static final JoinSettings REMOTE = JoinSettings.single().queue(QueueKind.REMOTE);

    @RegisterExtension
    final RunningFlows edges = new RunningFlows();

    @RegisterExtension
    final RunningFlows cores = new RunningFlows();

    private final SimulatedStore store = new SimulatedStore();
    private final Queue<String> ran = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        store.close();
    }

    private SimpleTask<Object, Object> task(String name) {
        return message -> {
            if (message.equals("broken at " + name)) {
                throw new IllegalStateException("broken");
            }
            ran.add(name + " " + message);
            return message;
        };
    }

    /** Two components at the edge, and two at the core, of which the last one handles errors. */
    private FlowBuilder<Object, ?> builder(String... here) {
        return Flows.<Object>create("flow")
                .remoteQueues(store)
                .here(List.of(here))
                .node("edge")
                .map(task("read"), "read")
                .map(task("check"), "check")
                .node("core")
                .join(REMOTE)
                .map(task("book"), "book")
                .catching(
                        error -> {
                            ran.add("caught " + error.getMessage());
                            return "caught";
                        },
                        "recover");
    }

    private Flow<Object, ?> edge() {
        return edges.start(builder("edge"));
    }

    private Flow<Object, ?> core() {
        return cores.start(builder("core"));
    }

    private ManagedFlow managed(RunningFlows flows) {
        return flows.manager().flow("flow");
    }

    private void awaitRan(String... expected) {
        await().untilAsserted(() -> assertThat(ran).containsExactly(expected));
    }

    @Test
    void runsEachComponentWhereItsNodeIs() throws Exception {
        Flow<Object, ?> edge = edge();

        RunningFlows.get(edge.accept("one"));
        assertThat(ran).containsExactly("read one", "check one");
        assertThat(store.queue("flow.book").waiting()).hasSize(1);

        core();
        awaitRan("read one", "check one", "book one");
        assertThat(store.queue("flow.book").waiting()).isEmpty();
    }

    @Test
    void goesThereAndBack() throws Exception {
        FlowBuilder<Object, ?> there = thereAndBack("edge");
        FlowBuilder<Object, ?> back = thereAndBack("core");
        Flow<Object, ?> edge = edges.start(there);
        cores.start(back);

        RunningFlows.get(edge.accept("one"));

        awaitRan("a one", "b one", "c one");
    }

    private FlowBuilder<Object, ?> thereAndBack(String here) {
        return Flows.<Object>create("flow")
                .remoteQueues(store)
                .here(List.of(here))
                .node("edge")
                .map(task("a"), "a")
                .node("core")
                .join(REMOTE)
                .map(task("b"), "b")
                .node("edge")
                .join(REMOTE)
                .map(task("c"), "c");
    }

    @Test
    void runsAllComponentsInAProcessThatIsNoNode() throws Exception {
        Flow<Object, ?> whole = edges.start(builder());
        assertThat((Object) RunningFlows.get(whole.submit("one"))).isEqualTo("one");
        assertThat(ran).containsExactly("read one", "check one", "book one");
    }

    @Test
    void hasNoThreadForWhatRunsElsewhere() {
        edge();

        ManagedFlow flow = managed(edges);
        SlotState slot = flow.slot("book");
        assertThat(slot.totalThreads()).isZero();
        assertThat(slot.settings()).isEqualTo(REMOTE);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("flow.book"));
        FlowStatistics.Period figures = flow.statistics().sinceStart();
        assertThat(figures.components()).extracting(part -> part.name()).containsExactly("read", "check");
        assertThat(figures.slots()).isEmpty();
        assertThat(figures.stages()).extracting(stage -> stage.name()).containsExactly("read");
        assertThat(flow.statistics().slots()).isEmpty();
        assertThat(flow.reading().slots()).extracting(SlotReading::settings).containsOnlyNulls();
        assertThat(flow.reading().slots()).extracting(SlotReading::threadNanos).containsOnly(0L);
        assertThat(flow.windowSummary().fullest()).isNull();
    }

    @Test
    void tellsWhereComponentsRun() {
        edge();
        Placement placement = managed(edges).topology().placement();
        assertThat(placement.nodes()).containsExactly("edge", "core");
        assertThat(placement.here()).containsExactly("edge");
        assertThat(IntStream.range(0, 4).mapToObj(placement::node)).containsExactly("edge", "edge", "core", "core");
        assertThat(IntStream.range(0, 4).mapToObj(placement::isHere)).containsExactly(true, true, false, false);
        assertThat(managed(edges).topology().deliveries()).containsOnlyNulls();
    }

    @Test
    void refusesToPromiseAResultThatDoesNotComeBack() throws Exception {
        Flow<Object, ?> edge = edge();
        for (CompletableFuture<?> result :
                List.of(edge.submit("a"), edge.trySubmit("b"), edge.submit("c", Duration.ofSeconds(1)))) {
            assertThat(RunningFlows.errorOf(result))
                    .isInstanceOf(QueueStoreException.class)
                    .hasMessage(
                            "Flow 'flow' has no result for its caller in this process: its component 'book' runs on node 'core', from which none comes back. Nothing was put. Call accept, which completes when the event is in a queue");
        }
        assertThat(ran).isEmpty();
        edge.apply("one");
        assertThat(edge.tryApply("two")).isTrue();
        await().until(() -> store.queue("flow.book").waiting().size() == 2);
    }

    @Test
    void takesNothingWhereTheFirstComponentRunsElsewhere() throws Exception {
        Flow<Object, ?> core = core();
        String reason =
                "Flow 'flow' takes no event in this process: its first component 'read' runs on node 'edge'. Call it there, or set queue: remote at the slot 'read'";
        assertThatThrownBy(() -> core.apply("one"))
                .isInstanceOf(QueueStoreException.class)
                .hasMessage(reason);
        assertThatThrownBy(() -> core.tryApply("one")).hasMessage(reason);
        assertThat(RunningFlows.errorOf(core.accept("one"))).hasMessage(reason);
        assertThat(RunningFlows.errorOf(core.accept("one", Delivery.id("one")))).hasMessage(reason);
    }

    @Test
    void takesEventsForAFirstComponentElsewhereByItsRemoteSlot() throws Exception {
        Flow<Object, ?> core = cores.start(remoteEntry("core"));

        RunningFlows.get(core.accept("one"));
        core.apply("two");

        await().until(() -> store.queue("flow.read").waiting().size() == 2);
        assertThat(ran).isEmpty();
        edges.start(remoteEntry("edge"));
        await().untilAsserted(() ->
                assertThat(ran).containsExactlyInAnyOrder("read one", "book one", "read two", "book two"));
    }

    /** The first events come out of the store while the flow starts. */
    @RepeatedTest(20)
    void keepsNothingOfWhatWaitsWhenItStarts() throws Exception {
        Flow<Object, ?> core = cores.start(remoteEntry("core"));
        for (int i = 0; i < 50; i++) {
            core.apply("event " + i);
        }
        await().until(() -> store.queue("flow.read").waiting().size() == 50);

        edges.start(remoteEntry("edge"));

        await().untilAsserted(() -> assertThat(ran).hasSize(100).doesNotHaveDuplicates());
    }

    private FlowBuilder<Object, ?> remoteEntry(String here) {
        return Flows.<Object>create("flow")
                .remoteQueues(store)
                .here(List.of(here))
                .node("edge")
                .join(REMOTE)
                .map(task("read"), "read")
                .node("core")
                .join(REMOTE)
                .map(task("book"), "book");
    }

    /** The catch component is at the core, which never sees the event. */
    @Test
    void endsAnEventWithAnErrorWhereItWouldLeave() throws Exception {
        Flow<Object, ?> edge = edge();
        core();

        assertThat(RunningFlows.errorOf(edge.accept("broken at check"))).hasMessage("broken");
        edge.apply("broken at check");
        RunningFlows.get(edge.accept("one"));

        awaitRan("read broken at check", "read broken at check", "read one", "check one", "book one");
        await().until(() -> managed(edges).inFlight() == 0);
        assertThat(managed(edges).summary().failed()).isEqualTo(2);
    }

    @Test
    void endsAnEventThatCannotBeWritten() throws Exception {
        Flow<Object, ?> edge = edge();
        Thread unwritable = new Thread("unwritable");
        assertThat(RunningFlows.errorOf(edge.accept(unwritable))).hasMessageContaining("a thread cannot be written");
        assertThat(managed(edges).inFlight()).isZero();
    }

    @Test
    void endsAnEventThatTheStoreDoesNotTake() throws Exception {
        Flow<Object, ?> edge = edge();
        store.failAt(1, SimulatedStore.Fault.BEFORE);
        assertThat(RunningFlows.errorOf(edge.accept("one"))).hasMessageContaining("put failed");
        await().until(() -> managed(edges).inFlight() == 0);
    }

    @Test
    void catchesAnErrorAtItsOwnNode() throws Exception {
        Flow<Object, ?> edge = edge();
        core();
        RunningFlows.get(edge.accept("broken at book"));
        awaitRan("read broken at book", "check broken at book", "caught broken");
    }

    @Test
    void givesDeadLettersOfEventsThatEndWhereTheyWouldLeave() {
        Queue<String> letters = new ConcurrentLinkedQueue<>();
        FlowBuilder<Object, ?> builder = builder("edge");
        builder.deadLetters((SideEffectTask<DeadLetter<Object>>)
                letter -> letters.add(letter.component() + ": " + letter.message()));
        edges.start(builder).apply("broken at check");
        await().untilAsserted(() -> assertThat(letters).containsExactly("check: broken at check"));
    }

    /** What waits for a component elsewhere is not left over from an earlier layout. */
    @Test
    void takesNothingOutOfTheStoreForWhatRunsElsewhere() throws Exception {
        Flow<Object, ?> edge = edge();
        RunningFlows.get(edge.accept("one"));
        managed(edges).stop(Duration.ofSeconds(5));

        managed(edges).start();
        cores.start(builder("other"));
        RunningFlows.get(edge.accept("two"));

        assertThat(store.queue("flow.book").waiting()).hasSize(2);
        assertThat(ran).containsExactly("read one", "check one", "read two", "check two");
    }

    @Test
    void needsTheKeyOfATaskElsewhereWhereEventsLeave() throws Exception {
        Flow<Object, ?> edge = edges.start(Flows.<Object>create("flow")
                .remoteQueues(store)
                .here(List.of("edge"))
                .node("edge")
                .map(task("read"), "read")
                .node("core")
                .join(JoinSettings.keyed(2).queue(QueueKind.REMOTE))
                .mapKeyed(new FirstLetter(), "book"));
        RunningFlows.get(edge.accept("one"));
        assertThat(store.queue("flow.book").keys()).containsExactly("o");
    }

    private static final class FirstLetter implements KeyedTask<Object, Object> {

        @Override
        public Object key(Object message) {
            return message.toString().substring(0, 1);
        }

        @Override
        public Object apply(Object message) {
            throw new AssertionError("runs elsewhere");
        }
    }

    @Test
    void refusesNeighboursOfDifferentNodesWithoutARemoteQueue() {
        for (String here : List.of("edge", "core", "other")) {
            FlowBuilder<Object, Object> builder = Flows.<Object>create("flow")
                    .remoteQueues(store)
                    .here(List.of(here))
                    .node("edge")
                    .map(task("read"), "read")
                    .node("core")
                    .map(task("book"), "book");
            assertThatThrownBy(builder::build)
                    .isInstanceOf(InvalidLayoutException.class)
                    .hasMessageContaining("'book' runs on node 'core', and 'read' before it on node 'edge'")
                    .hasMessageContaining("remote, or let both run on the same node");
        }
    }

    @Test
    void refusesAComponentOfANodeBehindOneOfEveryProcess() {
        FlowBuilder<Object, Object> builder = Flows.<Object>create("flow")
                .map(task("read"), "read")
                .node("core")
                .join(JoinSettings.single())
                .map(task("book"), "book");
        assertThatThrownBy(builder::build).hasMessageContaining("'read' before it in every process");
    }

    @Test
    void refusesARemoteQueueWithoutAStore() {
        FlowBuilder<Object, Object> builder = Flows.<Object>create("flow")
                .queues(store)
                .here(List.of("edge"))
                .node("edge")
                .map(task("read"), "read")
                .node("core")
                .join(REMOTE)
                .map(task("book"), "book");
        assertThatThrownBy(builder::build)
                .isInstanceOf(InvalidLayoutException.class)
                .hasMessageContaining("the flow has no store for remote queues; add the module concor-kafka");
    }

    /** The node has no way to a database that the other one needs. */
    @Test
    void needsNoStoreForWhatRunsElsewhere() {
        Flow<Object, ?> edge = edges.start(Flows.<Object>create("flow")
                .remoteQueues(store)
                .here(List.of("edge"))
                .node("edge")
                .map(task("read"), "read")
                .node("core")
                .join(REMOTE)
                .map(task("book"), "book")
                .join(REMOTE.queue(QueueKind.DURABLE))
                .map(task("bill"), "bill"));
        assertThat(edge.accept("one")).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void refusesNodesThatStandNowhereOrHaveNoName() {
        assertThatThrownBy(() -> Flows.<Object>create("flow").node("a").node("b"))
                .hasMessageContaining("two nodes stand before one component");
        assertThatThrownBy(() -> Flows.<Object>create("flow")
                        .map(task("a"), "a")
                        .node("b")
                        .build())
                .hasMessageContaining("no component follows the last retry, on-failure or node");
        assertThatThrownBy(() -> Flows.<Object>create("flow")
                        .node("a/b")
                        .map(task("a"), "a")
                        .build())
                .isInstanceOf(InvalidFlowException.class)
                .hasMessageContaining("component 'a': its node has no allowed name: 'a/b'");
        assertThatThrownBy(
                        () -> Flows.<Object>create("flow").remoteQueues(store).remoteQueues(store))
                .hasMessageContaining("two stores for remote queues");
    }

    @Test
    void changesSlotsOfComponentsElsewhereWithoutThreads() throws Exception {
        Flow<Object, ?> edge = edge();
        edges.manager().change(ChangeRequest.put("flow", "book", REMOTE.capacity(64)));
        edges.manager()
                .change(ChangeRequest.layout(
                        "flow",
                        Map.of(
                                "book",
                                JoinSettings.fixed(8).queue(QueueKind.REMOTE).capacity(64),
                                "recover",
                                JoinSettings.fixed(2))));

        RunningFlows.get(edge.accept("one"));

        assertThat(store.queue("flow.book").definition().capacity()).isEqualTo(64);
        assertThat(managed(edges).slots()).extracting(SlotState::totalThreads).containsOnly(0);
        assertThatThrownBy(() -> edges.manager().change(ChangeRequest.takeOut("flow", "book")))
                .isInstanceOf(InvalidLayoutException.class);
        assertThatThrownBy(
                        () -> edges.manager().change(ChangeRequest.put("flow", "book", REMOTE.queue(QueueKind.MEMORY))))
                .isInstanceOf(InvalidLayoutException.class);
    }

    @Test
    void opensAndShutsTheWayToAFirstComponentElsewhere() throws Exception {
        Flow<Object, ?> core = cores.start(remoteEntry("core"));
        cores.manager().change(ChangeRequest.put("flow", "read", REMOTE.queue(QueueKind.MEMORY)));
        assertThat(RunningFlows.errorOf(core.accept("one"))).isInstanceOf(QueueStoreException.class);

        cores.manager().change(ChangeRequest.put("flow", "read", REMOTE));
        RunningFlows.get(core.accept("two"));

        cores.manager().change(ChangeRequest.takeOut("flow", "read"));
        managed(cores).stop(Duration.ofSeconds(5));
        managed(cores).start();
        cores.manager().change(ChangeRequest.put("flow", "read", REMOTE));
        RunningFlows.get(core.accept("three"));

        assertThat(store.queue("flow.read").waiting()).hasSize(2);
        assertThat(ran).isEmpty();
    }

    @Test
    void sharesTheStoreWithOthersThatRunAll() throws Exception {
        Flow<Object, ?> whole = edges.start(builder());
        Flow<Object, ?> edge = cores.start(builder("edge"));
        CompletableFuture<@Nullable Void> accepted = edge.accept("one");
        RunningFlows.get(accepted);
        RunningFlows.get(whole.accept("two"));
        await().until(() -> ran.containsAll(List.of("book one", "book two")));
    }

    @Test
    void failsTheCallerWhenTheFlowStopsBeforeItsEventIsStored() throws Exception {
        Flow<Object, ?> edge = edge();
        store.queue("flow.book").reachable(false);
        CompletableFuture<@Nullable Void> accepted = edge.accept("one");
        managed(edges).stop(Duration.ofMillis(100));
        store.queue("flow.book").reachable(true);
        assertThatThrownBy(() -> RunningFlows.get(accepted))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(FlowStoppedException.class);
    }
}
