package io.concor.leak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.leak.Leaks.Leak;
import io.concor.manage.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How leaks are reported, and when messages are scanned for them. */
@Timeout(60)
class LeakFinderTest extends LeakingFlows {

    /** Throws an error when it is scanned. */
    private static final class Unreadable extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Stream<String> stream() {
            throw new UnprintableError();
        }
    }

    private static final class UnprintableError extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    private Flow<String, Object> withUnreadableMessage(LeakCheck check) {
        return start(Flows.<String>create("flow")
                .checking(check)
                .join(JoinSettings.single())
                .map(text -> text.isEmpty() ? new Unreadable() : text, "giver"));
    }

    @Test
    void failsAnEventIfScanningItsMessageThrows() throws Exception {
        Flow<String, Object> flow = withUnreadableMessage(LeakCheck.FAIL);

        assertThat(errorOf(flow.submit("")).getClass()).isEqualTo(UnprintableError.class);
        assertThat(get(flow.submit("next"))).isEqualTo("next");
    }

    @Test
    void logsOnceThatScanningThrowsAndLetsTheEventsGoOnIfItOnlyWarns() throws Exception {
        Flow<String, Object> flow = withUnreadableMessage(LeakCheck.WARN);

        assertThat(get(flow.submit(""))).isInstanceOf(Unreadable.class);
        assertThat(get(flow.submit(""))).isInstanceOf(Unreadable.class);
        assertThat(log.list).singleElement().satisfies(line -> assertThat(line.getFormattedMessage())
                .isEqualTo("Flow 'flow': a message could not be scanned for leaks at 'giver'. Logged once"));
    }

    @Test
    void reportsOnlyTheOutermostOfNestedObjects() throws Exception {
        Note outer = new Note("outer");
        outer.before = new Note("inner");
        Flow<String, Note> flow =
                start(Flows.<String>create("flow").checking(LeakCheck.WARN).map(text -> outer, "giver"));

        get(flow.submit("1"));
        get(flow.submit("2"));

        assertThat(leaks("flow").found()).containsExactly(new Leak("giver", Note.class.getTypeName(), 1));
    }

    @Test
    void logsEachPlaceAndTypeOnceAndCountsEveryLeak() throws Exception {
        Note shared = new Note("shared");
        Flow<String, Note> flow = start(Flows.<String>create("flow")
                .checking(LeakCheck.WARN)
                .map(text -> shared, "giver")
                .map((Note note) -> note, "bystander"));

        for (int i = 0; i < 100; i++) {
            assertThat(get(flow.submit("x"))).isSameAs(shared);
        }

        assertThat(log.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage())
                    .contains("Flow 'flow', component 'giver': " + Note.class.getTypeName(), "docs/payloads.md");
        });
        assertThat(leaks("flow"))
                .isEqualTo(new Leaks(LeakCheck.WARN, List.of(new Leak("giver", Note.class.getTypeName(), 99))));
    }

    @Test
    void reportsAnObjectInTwoEventsOnceEvenIfTheOtherEventEndsMeanwhile() throws Exception {
        Note shared = new Note("shared");
        CompletableFuture<Continuation<Note>> first = new CompletableFuture<>();
        Barrier gate = new Barrier();
        Flow<String, Note> flow = start(Flows.<String>create("flow")
                .checking(LeakCheck.WARN)
                .bind((String text, Continuation<Note> continuation) -> continuation.complete(shared), "giver")
                .join(JoinSettings.fixed(2))
                .bind(
                        (Note note, Continuation<Note> continuation) -> {
                            if (!first.complete(continuation)) {
                                gate.pass();
                                continuation.complete(note);
                            }
                        },
                        "holder")
                .map((Note note) -> note, "bystander"));
        CompletableFuture<Note> one = flow.submit("1");
        Continuation<Note> held = get(first);
        CompletableFuture<Note> other = flow.submit("2");
        gate.awaitReached();
        held.complete(shared);
        get(one);

        gate.open();
        get(other);

        assertThat(leaks("flow").found()).containsExactly(new Leak("giver", Note.class.getTypeName(), 1));
    }

    @Test
    void findsNothingWhileOff() throws Exception {
        Note shared = new Note("shared");
        Flow<String, Note> flow = start(Flows.<String>create("flow").map(text -> shared, "giver"));

        get(flow.submit("1"));
        get(flow.submit("2"));

        assertThat(leaks("flow")).isEqualTo(new Leaks(LeakCheck.OFF, List.of()));
    }

    @Test
    void isSwitchedOnAndOffByTheManager() throws Exception {
        Note shared = new Note("shared");
        Flow<String, Note> flow = start(Flows.<String>create("flow").map(text -> shared, "giver"));
        get(flow.submit("before"));

        manager.flow("flow").check(LeakCheck.FAIL);
        get(flow.submit("1"));
        assertLeak(flow.submit("2")).satisfies(at("giver", Note.class));
        assertThat(leaks("flow").found()).hasSize(1);

        manager.flow("flow").check(LeakCheck.OFF);
        get(flow.submit("3"));
        get(flow.submit("4"));
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.flow("another").check(LeakCheck.FAIL));
    }

    @Test
    void ignoresEventsThatEnteredBeforeItWasSwitchedOn() throws Exception {
        Barrier gate = new Barrier();
        Note shared = new Note("shared");
        Flow<String, Note> flow = start(Flows.<String>create("flow")
                .join(JoinSettings.single())
                .map(
                        text -> {
                            gate.pass();
                            return shared;
                        },
                        "giver"));
        CompletableFuture<Note> inside = flow.submit("inside");
        gate.awaitReached();

        manager.flow("flow").check(LeakCheck.FAIL);
        gate.open();

        assertThat(get(inside)).isSameAs(shared);
        assertThat(get(flow.submit("1"))).isSameAs(shared);
        assertLeak(flow.submit("2")).satisfies(at("giver", Note.class));
    }

    @Test
    void acceptsAMessageThatIsPassedToAnotherFlow() throws Exception {
        Flow<Note, String> second =
                start(Flows.<Note>create("second").checking(LeakCheck.FAIL).map((Note note) -> note.text, "taker"));
        Flow<String, String> flow = start(failing()
                .map((String text) -> new Note(text), "maker")
                .bind(
                        (Note note, Continuation<String> continuation) ->
                                second.submit(note).thenAccept(continuation::complete),
                        "forwarder"));

        assertThat(get(flow.submit("1"))).isEqualTo("1");
    }
}
