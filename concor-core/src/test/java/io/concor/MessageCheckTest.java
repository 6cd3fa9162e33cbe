package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.fixture.StoppingFlows;
import io.concor.manage.UnknownNameException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a check of messages is called for, and what becomes of its answer. */
@Timeout(60)
class MessageCheckTest {

    private static final IllegalArgumentException REJECTED = new IllegalArgumentException("rejected");

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    /** Rejects messages that end with "!". */
    private static final class Recorder implements MessageCheck {
        private final Queue<String> checked = new ConcurrentLinkedQueue<>();
        private final Map<Integer, Boolean> inside = new ConcurrentHashMap<>();
        private final Queue<Integer> ended = new ConcurrentLinkedQueue<>();

        @Override
        public Throwable check(int event, int component, Object message) {
            assertThat(inside.put(event, true)).isEqualTo(component == ENTRY ? null : true);
            checked.add(component + ":" + message);
            return message.toString().endsWith("!") ? REJECTED : null;
        }

        @Override
        public void ended(int event) {
            inside.remove(event);
            ended.add(event);
        }
    }

    private final Recorder recorder = new Recorder();

    private FlowBuilder<String, String> checked() {
        return Flows.<String>create("flow").checking((flow, components, maxInFlight) -> recorder);
    }

    private static void answer(String text, Continuation<String> continuation) {
        RunningFlows.onOwnThread(() -> continuation.complete(text));
    }

    @Test
    void seesEachMessageAtTheEntryAndAfterEachComponentAndTheEndOfTheEvent() throws Exception {
        Flow<String, String> flow = flows.start(checked()
                .map((String text) -> text + "a", "map")
                .join(JoinSettings.fixed(2))
                .forEach(text -> {}, "side-effect")
                .bind(MessageCheckTest::answer, "transition")
                .bind((String text, Continuation<String> next) -> next.complete(text + "b"), "answered")
                .mapBatch(texts -> texts.stream().map(text -> text + "c").toList(), "batch")
                .<String>map(
                        text -> {
                            throw new IllegalStateException(text);
                        },
                        "breaker")
                .catching(Throwable::getMessage, "catcher"));

        assertThat(RunningFlows.get(flow.submit("1"))).isEqualTo("1abc");

        assertThat(recorder.checked).containsExactly("-1:1", "0:1a", "1:1a", "2:1a", "3:1ab", "4:1abc", "6:1abc");
        assertThat(recorder.ended).hasSize(1);
        assertThat(recorder.inside).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"enters!", "leaves"})
    void failsTheEventWithTheErrorThatItReturns(String message) throws Exception {
        Flow<String, String> flow = flows.start(checked().map((String text) -> text + "!", "shout"));

        assertThat(RunningFlows.errorOf(flow.submit(message))).isSameAs(REJECTED);

        assertThat(recorder.ended).hasSize(1);
    }

    @Test
    void failsTheEventWithWhatItThrows() throws Exception {
        Flow<String, String> throwing = flows.start(Flows.<String>create("throwing")
                .checking((flow, components, maxInFlight) -> (event, component, message) -> {
                    throw REJECTED;
                })
                .map((String text) -> text, "echo"));
        Flow<String, String> atTheEnd = flows.start(Flows.<String>create("at-the-end")
                .checking((flow, components, maxInFlight) -> new MessageCheck() {
                    @Override
                    public Throwable check(int event, int component, Object message) {
                        return null;
                    }

                    @Override
                    public void ended(int event) {
                        throw REJECTED;
                    }
                })
                .map((String text) -> text, "echo"));

        assertThat(RunningFlows.errorOf(throwing.submit("1"))).isSameAs(REJECTED);
        assertThat(RunningFlows.errorOf(atTheEnd.submit("1"))).isSameAs(REJECTED);
        assertThat(flows.manager().flow("at-the-end").inFlight()).isZero();
    }

    @ParameterizedTest
    @MethodSource("io.concor.fixture.PoolKinds#forAnyTask")
    void seesTheMessagesOfAStageServedByAnyPool(JoinSettings join) throws Exception {
        Flow<String, String> flow = flows.start(checked()
                .map((String text) -> text + "a", "first")
                .join(join)
                .map((String text) -> text + "b", "second")
                .join(JoinSettings.single())
                .map((String text) -> text + "c", "third"));

        RunningFlows.get(flow.submit("1"));

        assertThat(recorder.checked).containsExactly("-1:1", "0:1a", "1:1ab", "2:1abc");
    }

    @Test
    void rollsBackTheTransactionOfARejectedMessage() throws Exception {
        List<String> ends = new CopyOnWriteArrayList<>();
        Flow<String, String> flow = flows.start(checked()
                .map((String text) -> text.equals("1") ? text : text + "!", "writer")
                .transaction("writer", "writer", () -> new Noted(ends)));

        RunningFlows.get(flow.submit("1"));

        assertThat(RunningFlows.errorOf(flow.submit("2"))).isSameAs(REJECTED);
        assertThat(ends).containsExactly("commit", "rollback");
    }

    /** A transaction that notes its end. */
    private record Noted(List<String> ends) implements Transaction {
        @Override
        public void detach() {}

        @Override
        public void attach() {}

        @Override
        public void commit() {
            ends.add("commit");
        }

        @Override
        public void rollback() {
            ends.add("rollback");
        }
    }

    @Test
    void distinguishesEventsThatAreInsideAtOnce() throws Exception {
        Flow<String, String> flow = flows.start(
                checked().maxInFlight(8).join(JoinSettings.fixed(4)).bind(MessageCheckTest::answer, "transition"));

        List<CompletableFuture<String>> results = IntStream.range(0, 1_000)
                .mapToObj(i -> flow.submit(Integer.toString(i)))
                .toList();
        for (CompletableFuture<String> result : results) {
            RunningFlows.get(result);
        }

        assertThat(recorder.checked).hasSize(2_000);
        assertThat(recorder.ended).hasSize(1_000).allMatch(event -> event >= 0 && event < 8);
    }

    @Test
    void isCreatedForItsFlow() {
        flows.start(Flows.<String>create("flow")
                .checking((flow, components, maxInFlight) -> {
                    recorder.checked.add(
                            flow + components.stream().map(Component::name).toList() + maxInFlight);
                    return recorder;
                })
                .maxInFlight(16)
                .map((String text) -> text, "echo"));

        assertThat(recorder.checked).containsExactly("flow[echo]16");
        assertThat(flows.manager().flow("flow").messageCheck()).isSameAs(recorder);
    }

    @Test
    void isReplacedWhileEventsAreInside() throws Exception {
        Gate gate = new Gate();
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .join(JoinSettings.single())
                .map(
                        (String text) -> {
                            gate.pass();
                            return text + "a";
                        },
                        "first")
                .join(JoinSettings.single())
                .map((String text) -> text + "b", "second"));
        assertThat(flows.manager().flow("flow").messageCheck()).isSameAs(MessageCheck.NONE);
        CompletableFuture<String> inside = flow.submit("1");
        gate.awaitReached();

        MessageCheck late = (event, component, message) -> {
            recorder.checked.add(component + ":" + message);
            return null;
        };
        flows.manager().flow("flow").check((name, components, maxInFlight) -> late);
        gate.open();
        assertThat(RunningFlows.get(inside)).isEqualTo("1ab");
        assertThat(recorder.checked).endsWith("1:1ab").doesNotContain("-1:1");

        flows.manager().flow("flow").check((name, components, maxInFlight) -> MessageCheck.NONE);
        recorder.checked.clear();
        assertThat(RunningFlows.get(flow.submit("2"))).isEqualTo("2ab");
        assertThat(recorder.checked).isEmpty();
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> flows.manager().flow("another").messageCheck());
    }

    @Test
    void aFactoryThatThrowsLeavesNoThread() {
        FlowBuilder<String, String> builder = Flows.<String>create("unchecked")
                .join(JoinSettings.fixed(2))
                .map(message -> message, "task")
                .checking((flow, components, maxInFlight) -> {
                    throw new IllegalStateException("no check");
                });

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(builder::build)
                .withMessage("no check");
        assertThat(StoppingFlows.threadsOf("unchecked")).isEmpty();
    }
}
