package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ObjectAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** References that leak from one event into another, on every way on which they can. */
@Timeout(60)
class LeakCheckTest {

    /** A message that can change. */
    private static final class Note {
        private String text;
        private Note before;

        Note(String text) {
            this.text = text;
        }
    }

    private record Frame(byte[] buffer) {}

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Logger logger = (Logger) LoggerFactory.getLogger(Flow.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        logger.setAdditive(false);
        logger.addAppender(log);
        log.start();
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
        logger.setAdditive(true);
    }

    private static FlowBuilder<String, String> failing() {
        return Flows.<String>create("flow").checkingLeaks(LeakCheck.FAIL);
    }

    private static ObjectAssert<LeakedReferenceException> assertLeak(CompletableFuture<?> result) throws Exception {
        return assertThat(RunningFlows.errorOf(result))
                .asInstanceOf(InstanceOfAssertFactories.type(LeakedReferenceException.class));
    }

    private static Consumer<LeakedReferenceException> at(String component, Class<?> type, String... told) {
        return leak -> {
            assertThat(leak.flow()).isEqualTo("flow");
            assertThat(leak.component()).isEqualTo(component);
            assertThat(leak.type()).isEqualTo(type.getTypeName());
            assertThat(leak).hasMessageContainingAll("Flow 'flow'", leak.type(), "docs/payloads.md");
            assertThat(told).allSatisfy(words -> assertThat(leak).hasMessageContaining(words));
        };
    }

    @Test
    void findsAnObjectThatTravelsInTwoEventsAtOnce() throws Exception {
        Note shared = new Note("shared");
        Gate gate = new Gate();
        Flow<String, String> flow = flows.start(failing()
                .map((String text) -> shared, "giver")
                .join(JoinSettings.fixed(2))
                .map(
                        (Note note) -> {
                            gate.pass();
                            return note.text;
                        },
                        "taker"));
        CompletableFuture<String> first = flow.submit("1");
        gate.awaitReached();

        assertLeak(flow.submit("2")).satisfies(at("giver", Note.class, "component 'giver'", "in two events at once"));

        gate.open();
        assertThat(RunningFlows.get(first)).isEqualTo("shared");
    }

    @Test
    void findsAnObjectThatATaskKeptAndGivesAgain() throws Exception {
        List<Note> kept = new ArrayList<>();
        Flow<String, String> flow = flows.start(failing()
                .map((String text) -> new Note(text), "maker")
                .map(
                        (Note note) -> {
                            kept.add(note);
                            return kept.get(0);
                        },
                        "keeper")
                .map((Note note) -> note.text, "taker"));

        assertThat(RunningFlows.get(flow.submit("1"))).isEqualTo("1");

        assertLeak(flow.submit("2")).satisfies(at("keeper", Note.class, "component 'keeper'", "was kept"));
    }

    @Test
    void saysThatTheCallerLetsTheSameObjectInAgain() throws Exception {
        Flow<Note, String> flow = flows.start(
                Flows.<Note>create("flow").checkingLeaks(LeakCheck.FAIL).map((Note note) -> note.text, "taker"));
        Note note = new Note("1");

        assertThat(RunningFlows.get(flow.submit(note))).isEqualTo("1");

        assertLeak(flow.submit(note)).satisfies(at(null, Note.class, "'flow', entry:", "let in again by the caller"));
    }

    @Test
    void saysThatTheCallerLetsTheSameObjectInTwice() throws Exception {
        List<Continuation<String>> held = new ArrayList<>();
        Flow<Note, String> flow = flows.start(Flows.<Note>create("flow")
                .checkingLeaks(LeakCheck.FAIL)
                .bind((Note note, Continuation<String> continuation) -> held.add(continuation), "holder"));
        Note note = new Note("1");
        CompletableFuture<String> first = flow.submit(note);

        assertLeak(flow.submit(note)).satisfies(at(null, Note.class, "let in twice by the caller"));

        held.get(0).complete("done");
        assertThat(RunningFlows.get(first)).isEqualTo("done");
    }

    @Test
    void findsWhatSideEffectsHangOnAMessage() throws Exception {
        Queue<Note> kept = new ArrayDeque<>();
        Flow<Note, Note> flow = flows.start(Flows.<Note>create("flow")
                .checkingLeaks(LeakCheck.FAIL)
                .forEach(
                        note -> {
                            note.before = kept.poll();
                            kept.add(note);
                        },
                        "linker"));

        RunningFlows.get(flow.submit(new Note("1")));

        assertLeak(flow.submit(new Note("2")))
                .satisfies(at("linker", Note.class, "held by " + Note.class.getTypeName()));
    }

    @Test
    void findsAnArrayBehindTheFieldsOfARecord() throws Exception {
        byte[] buffer = new byte[16];
        Flow<String, Frame> flow = flows.start(failing().map((String text) -> new Frame(buffer), "reader"));

        RunningFlows.get(flow.submit("1"));

        assertLeak(flow.submit("2"))
                .satisfies(at("reader", byte[].class, "byte[], held by " + Frame.class.getTypeName()));
    }

    @Test
    void findsWhatAContinuationBrings() throws Exception {
        Note shared = new Note("shared");
        Flow<String, Note> flow = flows.start(failing()
                .bind(
                        (String text, Continuation<Note> continuation) ->
                                RunningFlows.onOwnThread(() -> continuation.complete(shared)),
                        "sender"));

        RunningFlows.get(flow.submit("1"));

        assertLeak(flow.submit("2")).satisfies(at("sender", Note.class, "was kept"));
    }

    @Test
    void findsWhatAContinuationBringsBeforeItsTaskReturns() throws Exception {
        Note shared = new Note("shared");
        Flow<String, Note> flow = flows.start(failing()
                .bind((String text, Continuation<Note> continuation) -> continuation.complete(shared), "sender"));

        RunningFlows.get(flow.submit("1"));

        assertLeak(flow.submit("2")).satisfies(at("sender", Note.class));
    }

    @Test
    void findsWhatACatchComponentGives() throws Exception {
        Note fallback = new Note("fallback");
        Flow<String, Note> flow = flows.start(failing()
                .<Note>map(
                        text -> {
                            throw new IllegalStateException(text);
                        },
                        "breaker")
                .catching(error -> fallback, "recoverer"));

        RunningFlows.get(flow.submit("1"));

        assertLeak(flow.submit("2")).satisfies(at("recoverer", Note.class));
    }

    @Test
    void letsACatchComponentMeetALeak() throws Exception {
        Note shared = new Note("shared");
        Flow<String, String> flow = flows.start(failing()
                .map((String text) -> shared, "giver")
                .map((Note note) -> note.text, "skipped")
                .catching(error -> error.getClass().getSimpleName(), "recoverer"));

        assertThat(RunningFlows.get(flow.submit("1"))).isEqualTo("shared");
        assertThat(RunningFlows.get(flow.submit("2"))).isEqualTo("LeakedReferenceException");
    }

    @ParameterizedTest
    @EnumSource(PoolKind.class)
    void findsWhatCrossesAStageServedBy(PoolKind kind) throws Exception {
        assumeThat(kind != PoolKind.VIRTUAL || Runtime.version().feature() >= 21)
                .as("virtual threads")
                .isTrue();
        Map<String, Note> kept = new HashMap<>();
        JoinSettings join =
                switch (kind) {
                    case SINGLE -> JoinSettings.single();
                    case FIXED -> JoinSettings.fixed(2);
                    case CACHED -> JoinSettings.cached(2);
                    case VIRTUAL -> JoinSettings.virtual(2);
                };
        Flow<String, String> flow = flows.start(failing()
                .map((String text) -> new Note(text), "maker")
                .join(join)
                .map((Note note) -> kept.computeIfAbsent("first", key -> note), "keeper")
                .join(JoinSettings.single())
                .map((Note note) -> note.text, "taker"));

        assertThat(RunningFlows.get(flow.submit("1"))).isEqualTo("1");

        assertLeak(flow.submit("2")).satisfies(at("keeper", Note.class));
    }

    @Test
    void rollsBackTheTransactionOfTheEvent() throws Exception {
        Note shared = new Note("shared");
        List<String> ends = new CopyOnWriteArrayList<>();
        Flow<String, Note> flow = flows.start(
                failing().map((String text) -> shared, "giver").transaction("giver", "giver", () -> new Noted(ends)));

        RunningFlows.get(flow.submit("1"));

        assertLeak(flow.submit("2")).satisfies(at("giver", Note.class));
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

    /** Cannot be looked at. */
    private static final class Ghost extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Stream<String> stream() {
            throw new AssertionError("do not look");
        }
    }

    private Flow<String, Object> haunted(LeakCheck check) {
        return flows.start(Flows.<String>create("flow")
                .checkingLeaks(check)
                .join(JoinSettings.single())
                .map(text -> text.isEmpty() ? new Ghost() : text, "giver"));
    }

    @Test
    void endsAnEventWhoseMessageThrowsWhenItIsGoneThrough() throws Exception {
        Flow<String, Object> flow = haunted(LeakCheck.FAIL);

        assertThat(RunningFlows.errorOf(flow.submit(""))).hasMessage("do not look");
        assertThat(RunningFlows.get(flow.submit("next"))).isEqualTo("next");
    }

    @Test
    void letsAnEventGoOnWhoseMessageThrowsWhereItOnlyWarns() throws Exception {
        assertThat(RunningFlows.get(haunted(LeakCheck.WARN).submit(""))).isInstanceOf(Ghost.class);
    }

    @Test
    void tellsOfWhatHoldsTheOthersOnly() throws Exception {
        Note outer = new Note("outer");
        outer.before = new Note("inner");
        Flow<String, Note> flow = flows.start(
                Flows.<String>create("flow").checkingLeaks(LeakCheck.WARN).map(text -> outer, "giver"));

        RunningFlows.get(flow.submit("1"));
        RunningFlows.get(flow.submit("2"));

        assertThat(flows.manager().leaks("flow").found())
                .containsExactly(new Leak("giver", Note.class.getTypeName(), 1));
    }

    @Test
    void tellsAWarningOnceForEachPlaceAndTypeAndCountsAll() throws Exception {
        Note shared = new Note("shared");
        Flow<String, Note> flow = flows.start(Flows.<String>create("flow")
                .checkingLeaks(LeakCheck.WARN)
                .map(text -> shared, "giver")
                .map((Note note) -> note, "bystander"));

        for (int i = 0; i < 100; i++) {
            assertThat(RunningFlows.get(flow.submit("x"))).isSameAs(shared);
        }

        assertThat(log.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage())
                    .contains("Flow 'flow', component 'giver': " + Note.class.getTypeName(), "docs/payloads.md");
        });
        assertThat(flows.manager().leaks("flow"))
                .isEqualTo(new Leaks(LeakCheck.WARN, List.of(new Leak("giver", Note.class.getTypeName(), 99))));
    }

    @Test
    void tellsOfAnObjectInTwoEventsOnceAlsoWhereTheOtherEndsMeanwhile() throws Exception {
        Note shared = new Note("shared");
        Queue<Continuation<Note>> first = new ConcurrentLinkedQueue<>();
        Gate gate = new Gate();
        Flow<String, Note> flow = flows.start(Flows.<String>create("flow")
                .checkingLeaks(LeakCheck.WARN)
                .bind((String text, Continuation<Note> continuation) -> continuation.complete(shared), "giver")
                .join(JoinSettings.fixed(2))
                .bind(
                        (Note note, Continuation<Note> continuation) -> {
                            if (first.isEmpty()) {
                                first.add(continuation);
                            } else {
                                gate.pass();
                                continuation.complete(note);
                            }
                        },
                        "holder")
                .map((Note note) -> note, "bystander"));
        CompletableFuture<Note> one = flow.submit("1");
        CompletableFuture<Note> other = flow.submit("2");
        gate.awaitReached();
        first.remove().complete(shared);
        RunningFlows.get(one);

        gate.open();
        RunningFlows.get(other);

        assertThat(flows.manager().leaks("flow").found())
                .containsExactly(new Leak("giver", Note.class.getTypeName(), 1));
    }

    @Test
    void findsNothingWhereItIsOff() throws Exception {
        Note shared = new Note("shared");
        Flow<String, Note> flow = flows.start(Flows.<String>create("flow").map(text -> shared, "giver"));

        RunningFlows.get(flow.submit("1"));
        RunningFlows.get(flow.submit("2"));

        assertThat(flows.manager().leaks("flow")).isEqualTo(new Leaks(LeakCheck.OFF, List.of()));
    }

    @Test
    void isSwitchedOnAndOffByTheManager() throws Exception {
        Note shared = new Note("shared");
        Flow<String, Note> flow = flows.start(Flows.<String>create("flow").map(text -> shared, "giver"));
        RunningFlows.get(flow.submit("before"));

        flows.manager().checkLeaks("flow", LeakCheck.FAIL);
        RunningFlows.get(flow.submit("1"));
        assertLeak(flow.submit("2")).satisfies(at("giver", Note.class));
        assertThat(flows.manager().leaks("flow").found()).hasSize(1);

        flows.manager().checkLeaks("flow", LeakCheck.OFF);
        RunningFlows.get(flow.submit("3"));
        RunningFlows.get(flow.submit("4"));
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> flows.manager().checkLeaks("another", LeakCheck.FAIL));
    }

    @Test
    void takesAnEventThatEnteredBeforeAsItIs() throws Exception {
        Gate gate = new Gate();
        Note shared = new Note("shared");
        Flow<String, Note> flow = flows.start(Flows.<String>create("flow")
                .join(JoinSettings.single())
                .map(
                        text -> {
                            gate.pass();
                            return shared;
                        },
                        "giver"));
        CompletableFuture<Note> inside = flow.submit("inside");
        gate.awaitReached();

        flows.manager().checkLeaks("flow", LeakCheck.FAIL);
        gate.open();

        assertThat(RunningFlows.get(inside)).isSameAs(shared);
        assertThat(RunningFlows.get(flow.submit("1"))).isSameAs(shared);
        assertLeak(flow.submit("2")).satisfies(at("giver", Note.class));
    }

    @Test
    void takesAMessageThatGoesToAnotherFlowAsItIs() throws Exception {
        Flow<Note, String> second = flows.start(
                Flows.<Note>create("second").checkingLeaks(LeakCheck.FAIL).map((Note note) -> note.text, "taker"));
        Flow<String, String> flow = flows.start(failing()
                .map((String text) -> new Note(text), "maker")
                .bind(
                        (Note note, Continuation<String> continuation) ->
                                second.submit(note).thenAccept(continuation::complete),
                        "forwarder"));

        assertThat(RunningFlows.get(flow.submit("1"))).isEqualTo("1");
    }
}
