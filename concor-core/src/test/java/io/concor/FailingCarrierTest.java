package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.FailingCarrier;
import io.concor.fixture.FailingCarrier.Call;
import io.concor.fixture.MuteException;
import io.concor.fixture.Notes;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.RunningFlows;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** No event is run without its thread-locals, or with those of another one, where a carrier throws. */
@Timeout(60)
class FailingCarrierTest {

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Notes notes = new Notes();
    private final FailingCarrier carrier = new FailingCarrier(notes);
    private final Queue<String> run = new ConcurrentLinkedQueue<>();
    private final Queue<Continuation<String>> waiting = new ConcurrentLinkedQueue<>();

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
    }

    @AfterEach
    void nothingIsLeftOnTheCallersThread() {
        assertThat(notes.read()).isNull();
    }

    private FlowBuilder<String, String> flow() {
        return Flows.<String>create("flow").carrying(carrier);
    }

    private String note(String event) {
        String seen = event + " sees " + notes.read();
        run.add(seen);
        return seen;
    }

    @ParameterizedTest
    @EnumSource(names = {"CAPTURE", "RESTORE"})
    void failsTheEventThatCannotBeGivenThemAndNoOther(Call failing) throws Exception {
        Flow<String, String> flow =
                flows.start(flow().join(JoinSettings.single()).map(this::note, "a"));
        notes.add("alice");
        carrier.fails(failing);
        CompletableFuture<String> first = flow.submit("first");
        assertThatThrownBy(() -> RunningFlows.get(first))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(ContextPropagationException.class)
                .hasMessageContainingAll("Flow 'flow'", "flow.a-1", FailingCarrier.class.getName(), failing.name())
                .hasRootCauseMessage(failing + " on purpose");
        carrier.fails();
        assertThat(RunningFlows.get(flow.submit("second"))).isEqualTo("second sees alice");
        notes.forget();
        assertThat(RunningFlows.get(flow.submit("third"))).isEqualTo("third sees null");
        assertThat(run).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void losesNoEventIfItsExceptionCannotBePrinted(Call failing) throws Exception {
        Flow<String, String> flow =
                flows.start(flow().join(JoinSettings.single()).map(this::note, "a"));
        notes.add("alice");
        carrier.isMute();
        carrier.fails(failing);

        Throwable error = RunningFlows.errorOf(flow.submit("first"));

        if (failing == Call.CLEAR) {
            assertThat(error).isNull();
        } else {
            assertThat(error)
                    .isInstanceOf(ContextPropagationException.class)
                    .hasMessageContaining("MuteException, which cannot be printed")
                    .hasCauseInstanceOf(MuteException.class);
        }
        carrier.fails();
        assertThat(RunningFlows.get(flow.submit("second"))).isEqualTo("second sees alice");
        notes.forget();
        assertThat(flows.manager().flow("flow").summary().inFlight()).isZero();
    }

    @Test
    void letsACatchTaskMeetTheError() throws Exception {
        Flow<String, String> flow = flows.start(flow().join(JoinSettings.single())
                .map(this::note, "a")
                .catching(error -> error.getClass().getSimpleName() + notes.read(), "catch"));
        notes.add("alice");
        carrier.fails(Call.RESTORE);
        assertThat(RunningFlows.get(flow.submit("event"))).isEqualTo("ContextPropagationExceptionnull");
        notes.forget();
        assertThat(run).isEmpty();
    }

    @Test
    void addsTheErrorThatTheEventHadBefore() {
        Flow<String, String> flow = flows.start(flow().map(
                        event -> {
                            throw new IllegalArgumentException("before");
                        },
                        "fails")
                .join(JoinSettings.single())
                .map(event -> "", "a"));
        notes.add("alice");
        carrier.fails(Call.RESTORE);
        assertThatThrownBy(() -> RunningFlows.get(flow.submit("event")))
                .cause()
                .isInstanceOf(ContextPropagationException.class)
                .hasSuppressedException(new IllegalArgumentException("before"));
        notes.forget();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void letsAThreadThatCannotBeClearedServeNoOtherEvent(JoinSettings settings) throws Exception {
        Queue<Thread> threads = new ConcurrentLinkedQueue<>();
        Flow<String, String> flow = flows.start(flow().join(settings)
                .forEach(event -> threads.add(Thread.currentThread()), "note the thread")
                .map(this::note, "a"));
        carrier.fails(Call.CLEAR);
        List<CompletableFuture<String>> results = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            notes.add("of " + i);
            results.add(flow.submit(i % 2 == 0 ? "even" : "odd"));
            notes.forget();
        }
        for (int i = 0; i < results.size(); i++) {
            assertThat(RunningFlows.get(results.get(i))).isEqualTo((i % 2 == 0 ? "even" : "odd") + " sees of " + i);
        }
        assertThat(threads).doesNotHaveDuplicates();
        carrier.fails();
        assertThat(RunningFlows.get(flow.submit("last"))).isEqualTo("last sees null");
    }

    @Test
    void keepsASingleThreadedTaskFromOverlappingIfItsThreadIsReplaced() throws Exception {
        int events = 500;
        AtomicInteger inside = new AtomicInteger();
        List<Integer> order = new ArrayList<>(); // not thread-safe, on purpose
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .carrying(carrier)
                .join(JoinSettings.single())
                .mapSingleThreaded(
                        event -> {
                            assertThat(inside.incrementAndGet()).isEqualTo(1);
                            order.add(event);
                            notes.add("left by " + event);
                            inside.decrementAndGet();
                            return event;
                        },
                        "alone"));
        carrier.fails(Call.CLEAR);
        CompletableFuture<Integer> last = flow.submit(0);
        for (int i = 1; i < events; i++) {
            last = flow.submit(i);
        }
        assertThat(RunningFlows.get(last)).isEqualTo(events - 1);
        assertThat(order).isSorted().hasSize(events);
    }

    @Test
    void removesTheValuesOfTheContinuationsCallerIfTheEventsOwnCannotBeSet() throws Exception {
        CompletableFuture<String> result = crossing("alice");
        answer("bob", Call.RESTORE);
        assertThat(RunningFlows.get(result)).isEqualTo("catch sees null");
    }

    @Test
    void runsNoTaskIfTheValuesOfTheContinuationsCallerCannotBeRemoved() throws Exception {
        CompletableFuture<String> result = crossing("alice");
        answer("bob", Call.RESTORE, Call.CLEAR);
        assertThatThrownBy(() -> RunningFlows.get(result)).cause().isInstanceOf(ContextPropagationException.class);
        assertThat(run).isEmpty();
    }

    @Test
    void leavesNothingToTheContinuationsCallerIfItsValuesCannotBeRead() throws Exception {
        Flow<String, String> flow = flows.start(
                flow().<String>bind((event, back) -> waiting.add(back), "cross").map(this::note, "a"));
        notes.add("alice");
        CompletableFuture<String> result = flow.submit("event");
        notes.forget();
        notes.add("bob");
        carrier.fails(Call.CAPTURE);
        waiting.remove().complete("event");
        assertThat(notes.read()).isNull();
        assertThat(RunningFlows.get(result)).isEqualTo("event sees alice");
    }

    /** An event that is in a transition. */
    private CompletableFuture<String> crossing(String note) {
        Flow<String, String> flow = flows.start(flow().<String>bind((event, back) -> waiting.add(back), "cross")
                .map(this::note, "a")
                .catching(error -> note("catch"), "catch")
                .join(JoinSettings.single())
                .catching(error -> note("catch in another stage"), "catch in another stage"));
        notes.add(note);
        CompletableFuture<String> result = flow.submit("event");
        notes.forget();
        await().until(() -> !waiting.isEmpty());
        return result;
    }

    private void answer(String holding, Call... failing) {
        notes.add(holding);
        carrier.fails(failing);
        waiting.remove().complete("event");
        assertThat(notes.read()).isEqualTo(holding);
        notes.forget();
        carrier.fails();
    }

    @Test
    void leavesTheCallerItsValuesIfTheyCannotBeRead() throws Exception {
        Flow<String, String> flow = flows.start(flow().map(this::note, "a"));
        carrier.fails(Call.CAPTURE);
        notes.add("caller");
        assertThat(RunningFlows.get(flow.submit("event"))).isEqualTo("event sees caller");
        assertThat(notes.read()).isEqualTo("caller");
        notes.forget();
    }

    @Test
    void leavesNothingOfTheEventToTheContinuationsCallerIfNothingCanBeReadOrSet() throws Exception {
        Flow<String, String> flow = flows.start(flow().<String>bind((event, back) -> waiting.add(back), "cross")
                .catching(
                        error -> {
                            notes.add("of the event");
                            return "caught";
                        },
                        "catch"));
        notes.add("alice");
        CompletableFuture<String> result = flow.submit("event");
        notes.forget();
        notes.add("bob");
        carrier.fails(Call.CAPTURE, Call.RESTORE);
        waiting.remove().complete("event");
        assertThat(notes.read()).isNull();
        assertThat(RunningFlows.get(result)).isEqualTo("caught");
    }
}
