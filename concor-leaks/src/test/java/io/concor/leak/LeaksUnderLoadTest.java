package io.concor.leak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.SingleThreadedTask;
import io.concor.layout.SlotState;
import io.concor.leak.Leaks.Leak;
import io.concor.manage.ChangeRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is found, and what is not, while events of several threads go through a gateway whose layout changes. */
@Timeout(120)
class LeaksUnderLoadTest extends LeakingFlows {

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

    private final ExecutorService client = Executors.newFixedThreadPool(2);

    @AfterEach
    void stopClient() {
        client.shutdownNow();
    }

    private Flow<String, String> gateway(LeakCheck check, boolean leaking) {
        return start(Flows.<String>create("gateway")
                .checking(check)
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
            senders.add(onOwnThread(() -> {
                List<CompletableFuture<String>> results = new ArrayList<>();
                for (int i = 0; i < eventsOfEach; i++) {
                    results.add(flow.submit(name + i));
                }
                for (int i = 0; i < eventsOfEach; i++) {
                    assertThat(get(results.get(i))).isEqualTo(i % 10 == 7 ? "refused" : name + i);
                }
            }));
        }
        for (CompletableFuture<Void> sender : senders) {
            get(sender);
        }
    }

    private void whileTheLayoutChanges(long seed, ThrowingCallable send) throws Throwable {
        AtomicInteger changes = new AtomicInteger();
        AtomicBoolean sent = new AtomicBoolean();
        CompletableFuture<Void> changing = onOwnThread(() -> {
            Random random = new Random(seed);
            while (!sent.get()) {
                changes.addAndGet(changeSlot(random) ? 1 : 0);
            }
        });
        send.call();
        await("the layout to have changed").until(() -> changes.get() > 20);
        sent.set(true);
        get(changing);
    }

    private boolean changeSlot(Random random) {
        List<SlotState> slots = manager.flow("gateway").slots();
        String slot = slots.get(random.nextInt(slots.size())).name();
        ChangeRequest change = random.nextInt(3) == 0
                ? ChangeRequest.takeOut("gateway", slot)
                : ChangeRequest.put("gateway", slot, anyJoin(random));
        try {
            return !manager.change(change).slots().isEmpty();
        } catch (InvalidLayoutException tryAnother) {
            return false;
        }
    }

    private static JoinSettings anyJoin(Random random) {
        JoinSettings join =
                switch (random.nextInt(3)) {
                    case 0 -> JoinSettings.single();
                    case 1 -> JoinSettings.fixed(1 + random.nextInt(6));
                    default -> JoinSettings.cached(1 + random.nextInt(8)).keepAlive(Duration.ofMillis(2));
                };
        return join.capacity(1 << random.nextInt(11));
    }

    @Test
    void nothingIsReportedForMessagesThatBelongToOneEvent() throws Throwable {
        Flow<String, String> flow = gateway(LeakCheck.FAIL, false);

        whileTheLayoutChanges(5, () -> send(flow, 2_500));

        assertThat(leaks("gateway").found()).isEmpty();
    }

    @Test
    void aSessionThatTravelsWithEachOfItsMessagesIsFoundInEachButTheFirst() throws Throwable {
        Flow<String, String> flow = gateway(LeakCheck.WARN, true);

        whileTheLayoutChanges(6, () -> send(flow, 500));

        assertThat(leaks("gateway").found())
                .containsExactly(new Leak("session-manager", Session.class.getTypeName(), THREADS * 500 - SESSIONS));
    }
}
