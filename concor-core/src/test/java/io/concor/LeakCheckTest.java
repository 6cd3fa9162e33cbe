package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.concor.fixture.Gate;
import io.concor.fixture.LeakingFlows;
import io.concor.fixture.RunningFlows;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** References that leak from one event into another, on every way on which they can. */
@Timeout(60)
class LeakCheckTest extends LeakingFlows {

    private record Frame(byte[] buffer) {}

    private record Envelope(Optional<Frame> frame) {}

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
    void findsAnArrayInTheFieldsOfARecord() throws Exception {
        byte[] buffer = new byte[16];
        Flow<String, Frame> flow = flows.start(failing().map((String text) -> new Frame(buffer), "reader"));

        RunningFlows.get(flow.submit("1"));

        assertLeak(flow.submit("2"))
                .satisfies(at("reader", byte[].class, "byte[], held by " + Frame.class.getTypeName()));
    }

    @Test
    void namesThePathFromTheObjectToTheMessage() throws Exception {
        byte[] buffer = new byte[16];
        Flow<String, Envelope> flow =
                flows.start(failing().map((String text) -> new Envelope(Optional.of(new Frame(buffer))), "reader"));

        RunningFlows.get(flow.submit("1"));

        assertLeak(flow.submit("2"))
                .satisfies(at(
                        "reader",
                        byte[].class,
                        "byte[], held by " + Frame.class.getTypeName() + ", held by java.util.Optional, held by "
                                + Envelope.class.getTypeName() + ", was kept"));
    }

    @Test
    void omitsTheMiddleOfALongPath() throws Exception {
        Note shared = new Note("shared");
        Flow<String, Note> flow = flows.start(failing().map((String text) -> chain(100, shared), "linker"));

        RunningFlows.get(flow.submit("1"));

        String held = ", held by " + Note.class.getTypeName();
        assertLeak(flow.submit("2"))
                .satisfies(at(
                        "linker",
                        Note.class,
                        Note.class.getTypeName() + held.repeat(5) + ", held by 90 others" + held.repeat(5)
                                + ", was kept"));
    }

    private static Note chain(int length, Note last) {
        return IntStream.range(0, length)
                .boxed()
                .reduce(
                        last,
                        (before, number) -> {
                            Note note = new Note(number.toString());
                            note.before = before;
                            return note;
                        },
                        (one, other) -> other);
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
    @EnumSource(value = PoolKind.class, mode = EnumSource.Mode.EXCLUDE, names = "KEYED")
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
                    case KEYED -> throw new AssertionError("serves keyed tasks only");
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
}
