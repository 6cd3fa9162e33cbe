package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RandomChanges;
import io.concor.fixture.RunningFlows;
import io.concor.statistics.Leaks.Leak;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is found, and what is not, while events of several threads go through a gateway whose layout changes. */
@Timeout(120)
class LeaksUnderLoadTest {

    private static final int THREADS = 4;
    private static final int SESSIONS = 8;

    private record Message(String id, String text) {}

    /** A conversation that counts its messages, as the session manager keeps it. */
    private static final class Session {
        private final String id;
        private int messages;

        Session(String id) {
            this.id = id;
        }
    }

    private record SessionView(String id, int messages) {}

    /** A message that can change and is its event's own. */
    private static final class Outgoing {
        private final Message message;
        private final Object session;
        private final Map<String, List<byte[]>> headers = new HashMap<>();
        private byte[] body;

        Outgoing(Message message, Object session) {
            this.message = message;
            this.session = session;
        }
    }

    /** Gives the session as it is kept, or a picture of it. */
    private static final class Sessions implements SingleThreadedTask<Message, Outgoing> {
        private final Map<String, Session> sessions = new HashMap<>();
        private final boolean leaking;

        Sessions(boolean leaking) {
            this.leaking = leaking;
        }

        @Override
        public Outgoing apply(Message message) {
            Session session = sessions.computeIfAbsent(message.id(), Session::new);
            session.messages++;
            return new Outgoing(message, leaking ? session : new SessionView(session.id, session.messages));
        }
    }

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final ExecutorService client = Executors.newFixedThreadPool(2);

    @AfterEach
    void stopClient() {
        client.shutdownNow();
    }

    private Flow<String, String> gateway(LeakCheck check, boolean leaking) {
        return flows.start(Flows.<String>create("gateway")
                .checkingLeaks(check)
                .map(
                        (String text) -> new Message(Integer.toString(Math.floorMod(text.hashCode(), SESSIONS)), text),
                        "translator")
                .mapSingleThreaded(new Sessions(leaking), "session-manager")
                .forEach(
                        outgoing -> outgoing.headers
                                .computeIfAbsent("to", key -> new ArrayList<>())
                                .add(new byte[8]),
                        "router")
                .mapSynchronizedRemote((Outgoing outgoing) -> outgoing, "endpoint-resolver")
                .map(
                        (Outgoing outgoing) -> {
                            outgoing.body = outgoing.message.text().getBytes(StandardCharsets.UTF_8);
                            return outgoing;
                        },
                        "at-translator")
                .bind(
                        (Outgoing outgoing, Continuation<Outgoing> continuation) ->
                                client.execute(() -> answer(outgoing, continuation)),
                        "message-sender")
                .map((Outgoing outgoing) -> outgoing.message.text(), "trans-logger")
                .catching(
                        error -> error instanceof IllegalStateException ? "refused" : "failed: " + error,
                        "error-handler")
                .maxInFlight(256));
    }

    private static void answer(Outgoing outgoing, Continuation<Outgoing> continuation) {
        if (outgoing.message.text().endsWith("7")) {
            continuation.fail(new IllegalStateException("refused"));
        } else {
            continuation.complete(outgoing);
        }
    }

    private void send(Flow<String, String> flow, int eventsOfEach) throws Exception {
        List<CompletableFuture<Void>> senders = new ArrayList<>();
        for (int sender = 0; sender < THREADS; sender++) {
            String name = sender + "-";
            senders.add(RunningFlows.onOwnThread(() -> {
                List<CompletableFuture<String>> results = new ArrayList<>();
                for (int i = 0; i < eventsOfEach; i++) {
                    results.add(flow.submit(name + i));
                }
                for (int i = 0; i < eventsOfEach; i++) {
                    assertThat(RunningFlows.get(results.get(i))).isEqualTo(i % 10 == 7 ? "refused" : name + i);
                }
            }));
        }
        for (CompletableFuture<Void> sender : senders) {
            RunningFlows.get(sender);
        }
    }

    @Test
    void nothingIsReportedForMessagesThatBelongToOneEvent() throws Exception {
        Flow<String, String> flow = gateway(LeakCheck.FAIL, false);

        try (RandomChanges changes = new RandomChanges(flows.manager(), "gateway", 5, RandomChanges::anyJoin)) {
            send(flow, 2_500);
            await("the layout to have changed").until(() -> changes.made() > 20);
        }

        assertThat(flows.manager().flow("gateway").leaks().found()).isEmpty();
    }

    @Test
    void aSessionThatTravelsWithEachOfItsMessagesIsFoundInEachButTheFirst() throws Exception {
        Flow<String, String> flow = gateway(LeakCheck.WARN, true);

        try (RandomChanges changes = new RandomChanges(flows.manager(), "gateway", 6, RandomChanges::anyJoin)) {
            send(flow, 500);
            await("the layout to have changed").until(() -> changes.made() > 20);
        }

        assertThat(flows.manager().flow("gateway").leaks().found())
                .containsExactly(new Leak("session-manager", Session.class.getTypeName(), THREADS * 500 - SESSIONS));
    }
}
