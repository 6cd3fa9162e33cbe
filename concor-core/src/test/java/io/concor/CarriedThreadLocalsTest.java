package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.FailingCarrier;
import io.concor.fixture.Gate;
import io.concor.fixture.Notes;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.RandomChanges;
import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What tasks put into thread-locals, on its way with the events. */
@Timeout(60)
class CarriedThreadLocalsTest {

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Notes notes = new Notes();
    private final Queue<String> strange = new ConcurrentLinkedQueue<>();

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
    }

    @AfterEach
    void nothingIsLeftOnTheCallersThread() {
        assertThat(notes.read()).isNull();
        assertThat(strange).isEmpty();
    }

    private FlowBuilder<String, String> flow() {
        return Flows.<String>create("flow").carrying(notes);
    }

    private SideEffectTask<String> adds(String more) {
        return event -> notes.add(more);
    }

    private String read(String event) {
        return String.valueOf(notes.read());
    }

    private static void onAnotherThread(Runnable body) {
        new Thread(body, "elsewhere").start();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void travelThroughEveryPoolAndAreNotSeenByTheNextEvent(JoinSettings settings) throws Exception {
        Flow<String, String> flow = flows.start(flow().forEach(adds("a"), "a")
                .join(settings)
                .forEach(adds("b"), "b")
                .join(settings)
                .map(this::read, "read"));
        List<CompletableFuture<String>> results = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            results.add(flow.submit("event"));
        }
        for (CompletableFuture<String> result : results) {
            assertThat(RunningFlows.get(result)).isEqualTo("a b");
        }
    }

    @Test
    void beginWithThoseOfTheCallerAndLeaveTheCallerAsItWas() throws Exception {
        Flow<String, String> flow = flows.start(flow().forEach(adds("a"), "a")
                .join(JoinSettings.single())
                .forEach(adds("b"), "b")
                .map(this::read, "read"));
        notes.add("caller");
        CompletableFuture<String> result = flow.submit("event");
        assertThat(notes.read()).isEqualTo("caller");
        notes.add("changed later");
        assertThat(RunningFlows.get(result)).isEqualTo("caller a b");
        notes.forget();
    }

    @Test
    void leaveTheCallerAsItWasIfTheEventEndsOnItsThread() throws Exception {
        Flow<String, String> flow = flows.start(flow().forEach(adds("a"), "a").map(this::read, "read"));
        assertThat(RunningFlows.get(flow.submit("event"))).isEqualTo("a");
    }

    @Test
    void leaveTheCallerAsItWasWhateverItHolds() throws Exception {
        Flow<String, String> flow = flows.start(flow().map(this::read, "read"));
        notes.add("gone");
        assertThat(RunningFlows.get(flow.submit("event"))).isEqualTo("gone");
        assertThat(notes.read()).isEqualTo("gone");
        notes.forget();
    }

    @Test
    void comeBackFromATransitionThatIsAnsweredBeforeItsTaskReturns() throws Exception {
        assertThat(crossed((event, back) -> {
                    CountDownLatch called = new CountDownLatch(1);
                    onAnotherThread(() -> {
                        back.complete(event);
                        called.countDown();
                    });
                    called.await();
                    notes.add("task");
                }))
                .isEqualTo("before task");
    }

    @Test
    void comeBackFromATransitionThatIsAnsweredAfterItsTaskHasReturned() throws Exception {
        Queue<Continuation<String>> waiting = new ConcurrentLinkedQueue<>();
        Flow<String, String> flow = crossing((event, back) -> {
            notes.add("task");
            waiting.add(back);
        });
        CompletableFuture<String> result = flow.submit("event");
        await().until(() -> !waiting.isEmpty());
        notes.add("whoever calls");
        waiting.remove().complete("event");
        assertThat(notes.read()).isEqualTo("whoever calls");
        notes.forget();
        assertThat(RunningFlows.get(result)).isEqualTo("before task");
    }

    @Test
    void seeNothingOfTheThreadThatCallsTheContinuation() throws Exception {
        Queue<Continuation<String>> waiting = new ConcurrentLinkedQueue<>();
        Flow<String, String> flow = flows.start(
                flow().<String>bind((event, back) -> waiting.add(back), "cross").map(this::read, "read"));
        CompletableFuture<String> result = flow.submit("event");
        notes.add("whoever calls");
        waiting.remove().complete("event");
        assertThat(notes.read()).isEqualTo("whoever calls");
        notes.forget();
        assertThat(RunningFlows.get(result)).isEqualTo("null");
    }

    @Test
    void areNotTakenUpByAThreadThatOnlyPassesTheEventOn() throws Exception {
        Queue<Thread> restored = new ConcurrentLinkedQueue<>();
        ThreadLocalCarrier watched = new ThreadLocalCarrier() {
            @Override
            public @Nullable Object capture() {
                return notes.capture();
            }

            @Override
            public void restore(@Nullable Object captured) {
                restored.add(Thread.currentThread());
                notes.restore(captured);
            }

            @Override
            public void clear(@Nullable Object own) {
                notes.clear(own);
            }
        };
        Queue<Continuation<String>> waiting = new ConcurrentLinkedQueue<>();
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .carrying(watched)
                .forEach(adds("before"), "before")
                .<String>bind((event, back) -> waiting.add(back), "cross")
                .join(JoinSettings.single())
                .map(this::read, "read"));
        CompletableFuture<String> result = flow.submit("event");
        waiting.remove().complete("event");
        assertThat(RunningFlows.get(result)).isEqualTo("before");
        assertThat(restored).hasSize(1).doesNotContain(Thread.currentThread());
    }

    @Test
    void comeBackFromATransitionThatIsAnsweredOnItsOwnThread() throws Exception {
        assertThat(crossed((event, back) -> {
                    back.complete(event);
                    notes.add("task");
                }))
                .isEqualTo("before task");
    }

    @Test
    void comeBackFromATransitionAtAnyMoment() throws Exception {
        Flow<String, String> flow = crossing((event, back) -> {
            onAnotherThread(() -> back.complete(event));
            notes.add("task");
        });
        for (int i = 0; i < 300; i++) {
            assertThat(RunningFlows.get(flow.submit("event"))).isEqualTo("before task");
        }
    }

    @Test
    void areThereForTheTaskThatAnswersATimeoutInATransition() throws Exception {
        Flow<String, String> flow = flows.start(flow().forEach(adds("before"), "before")
                .<String>bind((event, never) -> notes.add("task"), "cross")
                .catching(error -> read(""), "catch")
                .timeout(Duration.ofMillis(200)));
        assertThat(RunningFlows.get(flow.submit("event"))).isEqualTo("before task");
    }

    private String crossed(TransitionTask<String, String> task) throws Exception {
        return RunningFlows.get(crossing(task).submit("event"));
    }

    private Flow<String, String> crossing(TransitionTask<String, String> task) {
        return flows.start(flow().join(JoinSettings.single())
                .forEach(adds("before"), "before")
                .<String>bind(task, "cross")
                .map(this::read, "read"));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void areThereForACatchTask(JoinSettings settings) throws Exception {
        Flow<String, String> flow = flows.start(flow().forEach(
                        event -> {
                            notes.add("failing");
                            throw new IllegalStateException();
                        },
                        "fails")
                .join(settings)
                .catching(error -> read(""), "catch"));
        assertThat(RunningFlows.get(flow.submit("event"))).isEqualTo("failing");
    }

    @Test
    void areThereForWhoHearsOfTheResult() throws Exception {
        Gate gate = new Gate();
        Flow<String, String> flow = flows.start(flow().join(JoinSettings.single())
                .forEach(event -> gate.pass(), "wait")
                .forEach(adds("a"), "a"));
        CompletableFuture<String> heard = flow.submit("event").thenApply(this::read);
        gate.open();
        assertThat(RunningFlows.get(heard)).isEqualTo("a");
    }

    @Test
    void stayTogetherWithTheirEventsWhileTheLayoutChanges() {
        int events = 20_000;
        ExecutorService elsewhere = Executors.newSingleThreadExecutor();
        Flow<String, String> flow = flows.start(flow().forEach(notes::add, "write")
                .forEach(this::compare, "a")
                .join(JoinSettings.fixed(2))
                .forEach(this::compare, "b")
                .<String>bind((event, back) -> back.complete(event), "cross")
                .<String>bind((event, back) -> elsewhere.execute(() -> back.complete(event)), "cross elsewhere")
                .join(JoinSettings.single())
                .forEach(this::compare, "c"));
        try (RandomChanges changes = new RandomChanges(flows.manager(), "flow", 7, RandomChanges::anyJoin)) {
            await("changes have begun").until(() -> changes.made() > 0);
            IntStream.range(0, events).mapToObj(Integer::toString).forEach(flow::apply);
        }
        assertThat(flows.manager().flow("flow").stop(Duration.ofSeconds(10)).clean())
                .isTrue();
        assertThat(flows.manager().flow("flow").summary().completed()).isEqualTo(events);
        elsewhere.shutdown();
    }

    private void compare(String event) {
        String note = notes.read();
        if (!event.equals(note)) {
            strange.add(event + " has the note " + note);
        }
    }

    @Test
    void areCarriedFromTheManagersCallOn() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .forEach(adds("a"), "a")
                .join(JoinSettings.single())
                .map(this::read, "read"));
        assertThat(RunningFlows.get(flow.submit("event"))).isEqualTo("null");
        notes.forget();

        flows.manager().flow("flow").carry(notes);

        assertThat(RunningFlows.get(flow.submit("event"))).isEqualTo("a");
    }

    @Test
    void areLeftToTheThreadsOnceTheManagerSaysSo() throws Exception {
        Flow<String, String> flow = crossing((event, back) -> back.complete(event));
        assertThat(RunningFlows.get(flow.submit("event"))).isEqualTo("before");

        flows.manager().flow("flow").carry(ThreadLocalCarrier.NONE);

        assertThat(RunningFlows.get(flow.submit("event"))).isEqualTo("before");
        assertThat(RunningFlows.get(flow.submit("event"))).isEqualTo("before before");
        flow.close(); // with it ends the thread, and what is left there
    }

    @Test
    void areCarriedByDefaultOnlyIfNoCarrierWasSet() throws Exception {
        Flow<String, String> silent = flows.start(
                Flows.<String>create("silent").join(JoinSettings.single()).map(this::read, "read"));
        Flow<String, String> without = flows.start(Flows.<String>create("without")
                .carrying(ThreadLocalCarrier.NONE)
                .join(JoinSettings.single())
                .map(this::read, "read"));

        flows.manager().flow("silent").carryByDefault(notes);
        flows.manager().flow("without").carryByDefault(notes);
        notes.add("caller");

        assertThat(RunningFlows.get(silent.submit("event"))).isEqualTo("caller");
        assertThat(RunningFlows.get(without.submit("event"))).isEqualTo("null");
        notes.forget();
    }

    @Test
    void areNotThoseOfTheContinuationsCallerIfTheCarrierIsReplacedMeanwhile() throws Exception {
        Queue<Continuation<String>> waiting = new ConcurrentLinkedQueue<>();
        Flow<String, String> flow = flows.start(
                flow().<String>bind((event, back) -> waiting.add(back), "cross").map(this::read, "read"));
        notes.add("alice");
        CompletableFuture<String> result = flow.submit("event");
        notes.forget();
        flows.manager().flow("flow").carry(new FailingCarrier(notes));
        notes.add("whoever calls");
        waiting.remove().complete("event");
        assertThat(notes.read()).isEqualTo("whoever calls");
        notes.forget();
        assertThat(RunningFlows.get(result)).isEqualTo("null");
    }
}
