package io.concor.leak;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** References that leak from one event into another, on every way on which they can. */
@Timeout(60)
class LeakCheckTest extends LeakingFlows {

    private record Frame(byte[] buffer) {}

    private record Envelope(Optional<Frame> frame) {}

    @Test
    void findsAnObjectThatTravelsInTwoEventsAtOnce() throws Exception {
        Note shared = new Note("shared");
        Barrier gate = new Barrier();
        Flow<String, String> flow = start(failing()
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
        assertThat(get(first)).isEqualTo("shared");
    }

    @Test
    void findsAnObjectThatATaskKeptAndGivesAgain() throws Exception {
        List<Note> kept = new ArrayList<>();
        Flow<String, String> flow = start(failing()
                .map((String text) -> new Note(text), "maker")
                .map(
                        (Note note) -> {
                            kept.add(note);
                            return kept.get(0);
                        },
                        "keeper")
                .map((Note note) -> note.text, "taker"));

        assertThat(get(flow.submit("1"))).isEqualTo("1");

        assertLeak(flow.submit("2")).satisfies(at("keeper", Note.class, "component 'keeper'", "was kept"));
    }

    @Test
    void saysThatTheCallerLetsTheSameObjectInAgain() throws Exception {
        Flow<Note, String> flow =
                start(Flows.<Note>create("flow").checking(LeakCheck.FAIL).map((Note note) -> note.text, "taker"));
        Note note = new Note("1");

        assertThat(get(flow.submit(note))).isEqualTo("1");

        assertLeak(flow.submit(note)).satisfies(at(null, Note.class, "'flow', entry:", "let in again by the caller"));
    }

    @Test
    void saysThatTheCallerLetsTheSameObjectInTwice() throws Exception {
        List<Continuation<String>> held = new ArrayList<>();
        Flow<Note, String> flow = start(Flows.<Note>create("flow")
                .checking(LeakCheck.FAIL)
                .bind((Note note, Continuation<String> continuation) -> held.add(continuation), "holder"));
        Note note = new Note("1");
        CompletableFuture<String> first = flow.submit(note);

        assertLeak(flow.submit(note)).satisfies(at(null, Note.class, "let in twice by the caller"));

        held.get(0).complete("done");
        assertThat(get(first)).isEqualTo("done");
    }

    @Test
    void findsWhatSideEffectsHangOnAMessage() throws Exception {
        Queue<Note> kept = new ArrayDeque<>();
        Flow<Note, Note> flow = start(Flows.<Note>create("flow")
                .checking(LeakCheck.FAIL)
                .forEach(
                        note -> {
                            note.before = kept.poll();
                            kept.add(note);
                        },
                        "linker"));

        get(flow.submit(new Note("1")));

        assertLeak(flow.submit(new Note("2")))
                .satisfies(at("linker", Note.class, "held by " + Note.class.getTypeName()));
    }

    @Test
    void findsAnArrayInTheFieldsOfARecord() throws Exception {
        byte[] buffer = new byte[16];
        Flow<String, Frame> flow = start(failing().map((String text) -> new Frame(buffer), "reader"));

        get(flow.submit("1"));

        assertLeak(flow.submit("2"))
                .satisfies(at("reader", byte[].class, "byte[], held by " + Frame.class.getTypeName()));
    }

    @Test
    void namesThePathFromTheObjectToTheMessage() throws Exception {
        byte[] buffer = new byte[16];
        Flow<String, Envelope> flow =
                start(failing().map((String text) -> new Envelope(Optional.of(new Frame(buffer))), "reader"));

        get(flow.submit("1"));

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
        Flow<String, Note> flow = start(failing().map((String text) -> chain(100, shared), "linker"));

        get(flow.submit("1"));

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
        Flow<String, Note> flow = start(failing()
                .bind(
                        (String text, Continuation<Note> continuation) ->
                                onOwnThread(() -> continuation.complete(shared)),
                        "sender"));

        get(flow.submit("1"));

        assertLeak(flow.submit("2")).satisfies(at("sender", Note.class, "was kept"));
    }

    @Test
    void findsWhatAContinuationBringsBeforeItsTaskReturns() throws Exception {
        Note shared = new Note("shared");
        Flow<String, Note> flow = start(failing()
                .bind((String text, Continuation<Note> continuation) -> continuation.complete(shared), "sender"));

        get(flow.submit("1"));

        assertLeak(flow.submit("2")).satisfies(at("sender", Note.class));
    }

    @Test
    void findsWhatACatchComponentGives() throws Exception {
        Note fallback = new Note("fallback");
        Flow<String, Note> flow = start(failing()
                .<Note>map(
                        text -> {
                            throw new IllegalStateException(text);
                        },
                        "breaker")
                .catching(error -> fallback, "recoverer"));

        get(flow.submit("1"));

        assertLeak(flow.submit("2")).satisfies(at("recoverer", Note.class));
    }

    @Test
    void letsACatchComponentMeetALeak() throws Exception {
        Note shared = new Note("shared");
        Flow<String, String> flow = start(failing()
                .map((String text) -> shared, "giver")
                .map((Note note) -> note.text, "skipped")
                .catching(error -> error.getClass().getSimpleName(), "recoverer"));

        assertThat(get(flow.submit("1"))).isEqualTo("shared");
        assertThat(get(flow.submit("2"))).isEqualTo("LeakedReferenceException");
    }
}
