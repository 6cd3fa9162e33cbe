package io.concor.engine.leak;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Component;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.LeakCheck;
import io.concor.SingleThreadedTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.fixture.DocumentSnippets;
import io.concor.fixture.RunningFlows;
import io.concor.manage.Manager;
import io.concor.statistics.Leaks.Leak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The code of {@code docs/payloads.md}, run. */
class DocumentedPayloadsTest {

    private static final Path PAGE = Path.of("../docs/payloads.md");
    private static final Path SOURCE = Path.of("src/test/java/io/concor/engine/leak/DocumentedPayloadsTest.java");
    private static final FlowDefinition FLOW = new FlowDefinition(
            "flow",
            List.of(Component.of("sessions", new SoundSessions())),
            List.of(),
            new FlowDefinition.Limits(1, Duration.ofSeconds(1)));

    private static final class Session {
        private final String subscriber;
        private int messages;

        Session(String subscriber) {
            this.subscriber = subscriber;
        }
    }

    private record Order(Optional<Session> session) {}

    private record SessionView(String subscriber, int messages) {
        SessionView next() {
            return new SessionView(subscriber, messages + 1);
        }
    }

    // snippet: leaking
    static class LeakingSessions implements SingleThreadedTask<String, Session> {
        private final Map<String, Session> sessions = new HashMap<>();

        @Override
        public Session apply(String subscriber) {
            Session session = sessions.computeIfAbsent(subscriber, Session::new);
            session.messages++;
            return session; // later tasks read it while the next message changes it
        }
    }
    // end

    // snippet: sound
    static class SoundSessions implements SingleThreadedTask<String, SessionView> {
        private final Map<String, SessionView> sessions = new HashMap<>();

        @Override
        public SessionView apply(String subscriber) {
            return sessions.merge(subscriber, new SessionView(subscriber, 1), (known, one) -> known.next());
        }
    }
    // end

    private static List<Leak> found(SingleThreadedTask<String, ?> sessions) throws Exception {
        Manager manager = new Manager();
        try (Flow<String, ?> flow = Flows.<String>create("flow")
                .checkingLeaks(LeakCheck.FAIL)
                .mapSingleThreaded(sessions, "sessions")
                .build()) {
            manager.register(flow);
            for (int i = 0; i < 3; i++) {
                RunningFlows.errorOf(flow.submit("94771234567"));
            }
            return manager.flow("flow").leaks().found();
        }
    }

    @Test
    void theCheckFindsTheLeakingSessionAndAcceptsItsSnapshot() throws Exception {
        assertThat(found(new LeakingSessions())).containsExactly(new Leak("sessions", Session.class.getTypeName(), 2));
        assertThat(found(new SoundSessions())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "sessions, false, travels in two events at once",
        "sessions, true, was kept and has come again",
        ", false, was let in twice by the caller",
        ", true, was let in again by the caller"
    })
    void thePageExplainsTheWordsOfTheCheck(String component, boolean ended, String words) throws IOException {
        LeakFinder finder = new LeakFinder(FLOW, LeakCheck.FAIL);

        assertThat(finder.report(new MessageScan.Found(Session.class, List.of(), ended), component))
                .hasMessageContaining(Session.class.getTypeName() + " " + words)
                .hasMessageContaining("docs/" + PAGE.getFileName());

        assertThat(Files.readString(PAGE)).contains("`" + words + "`");
    }

    @Test
    void thePageQuotesTheReportWithItsPath() throws IOException {
        LeakFinder finder = new LeakFinder(FLOW, LeakCheck.FAIL);
        List<Class<?>> holders = List.of(Optional.class, Order.class);

        String report = finder.report(new MessageScan.Found(Session.class, holders, false), "session-manager")
                .getMessage();

        String quoted = report.replace("Flow 'flow'", "Flow 'mo-flow'")
                .replace(DocumentedPayloadsTest.class.getName() + "$", "com.acme.")
                .replaceFirst("Give .*", "…");
        assertThat(Files.readString(PAGE)).contains("\n" + quoted + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"leaking", "sound"})
    void thePageShowsTheCodeThatIsRun(String snippet) throws IOException {
        String run = DocumentSnippets.inSource(SOURCE, snippet);
        assertThat(DocumentSnippets.onPage(PAGE, snippet))
                .isEqualToIgnoringWhitespace(run.replaceFirst("static class", "class"));
    }
}
