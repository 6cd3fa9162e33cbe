package io.concor.leak;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.SingleThreadedTask;
import io.concor.leak.Leaks.Leak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    private static final Path SOURCE = Path.of("src/test/java/io/concor/leak/DocumentedPayloadsTest.java");
    private static final LeakFinder FINDER = new LeakFinder(LeakCheck.FAIL, "flow", List.of(), 1);
    private static final String SUBSCRIBER = "94771234567";

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
        return LeakingFlows.found(
                LeakingFlows.failing().mapSingleThreaded(sessions, "sessions"), SUBSCRIBER, SUBSCRIBER, SUBSCRIBER);
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

        assertThat(FINDER.report(new MessageScan.Found(Session.class, List.of(), ended), component))
                .hasMessageContaining(Session.class.getTypeName() + " " + words)
                .hasMessageContaining("docs/" + PAGE.getFileName());

        assertThat(Files.readString(PAGE)).contains("`" + words + "`");
    }

    @Test
    void thePageQuotesTheReportWithItsPath() throws IOException {
        List<Class<?>> holders = List.of(Optional.class, Order.class);

        String report = FINDER.report(new MessageScan.Found(Session.class, holders, false), "session-manager")
                .getMessage();

        String quoted = report.replace("Flow 'flow'", "Flow 'mo-flow'")
                .replace(DocumentedPayloadsTest.class.getName() + "$", "com.acme.")
                .replaceFirst("Give .*", "…");
        assertThat(Files.readString(PAGE)).contains("\n" + quoted + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"leaking", "sound"})
    void thePageShowsTheCodeThatIsRun(String snippet) throws IOException {
        String run = between(SOURCE, "// snippet: " + snippet + "\n", "// end");
        assertThat(between(PAGE, "<!-- snippet: " + snippet + " -->\n```java\n", "```\n"))
                .isEqualToIgnoringWhitespace(run.replaceFirst("static class", "class"));
    }

    private static String between(Path file, String start, String end) throws IOException {
        String text = Files.readString(file);
        int from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
    }
}
