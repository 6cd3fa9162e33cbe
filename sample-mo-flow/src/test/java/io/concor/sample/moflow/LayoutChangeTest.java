package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Changes slots by the endpoints while messages come in by HTTP. */
class LayoutChangeTest extends GatewayTest {

    private static final int SENDERS = 4;
    private static final int MESSAGES_EACH = 500;
    private static final int LEAST_CHANGES = 16;
    private static final String SLOTS = "/actuator/concorslots/mo-flow/";

    private final List<String> accepted = new ArrayList<>();
    private final ConcurrentLinkedQueue<HttpResponse<String>> refused = new ConcurrentLinkedQueue<>();

    @Test
    void endsEveryAcceptedMessageOnceWhileSlotsChange() throws Exception {
        long endedBefore = gateway.ended();
        long versionBefore = version();
        AtomicBoolean sending = new AtomicBoolean(true);
        ExecutorService threads = Executors.newFixedThreadPool(SENDERS + 1);

        List<Future<List<String>>> senders = IntStream.range(0, SENDERS)
                .mapToObj(sender -> threads.submit(() -> send(sender)))
                .toList();
        Future<Integer> changer = threads.submit(() -> changeWhile(sending));
        for (Future<List<String>> sender : senders) {
            accepted.addAll(sender.get());
        }
        sending.set(false);
        int changes = changer.get();
        threads.shutdown();

        await("the end of all accepted")
                .atMost(Duration.ofSeconds(40))
                .until(() -> gateway.ended() - endedBefore == accepted.size());
        assertThat(accepted).hasSize(SENDERS * MESSAGES_EACH);
        assertThat(APPLICATIONS.texts()).containsExactlyInAnyOrderElementsOf(accepted);
        assertThat(refused).isEmpty();
        assertThat(version() - versionBefore).isEqualTo(changes).isGreaterThanOrEqualTo(LEAST_CHANGES);
        assertThat(numbersInSession())
                .as("one subscriber's messages, counted without a lock")
                .doesNotHaveDuplicates();
    }

    private List<String> send(int sender) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < MESSAGES_EACH; i++) {
            String text = sender + "-" + i;
            String to = i % 2 == 0 ? "1111" : "2222";
            await("room, which there may be none for a moment while a join is taken out")
                    .pollDelay(Duration.ZERO)
                    .until(() -> gateway.send("94770000000", to, text).statusCode() == 202);
            texts.add(text);
        }
        return texts;
    }

    private int changeWhile(AtomicBoolean sending) throws ExecutionException {
        int changes = 0;
        while (sending.get() || changes < LEAST_CHANGES && refused.isEmpty()) {
            changes += change(gateway.post(SLOTS + "endpoint-resolver", "{\"pool\":\"fixed\",\"threads\":16}"));
            changes += change(gateway.post(SLOTS + "session-manager", "{\"pool\":\"single\",\"capacity\":16}"));
            changes += change(gateway.post(SLOTS + "trans-logger", "{\"pool\":\"single\",\"reason\":\"test\"}"));
            changes += change(gateway.post(SLOTS + "endpoint-resolver", "{\"pool\":\"cached\",\"threads\":8}"));
            changes += change(gateway.post(SLOTS + "router", "{\"pool\":\"fixed\",\"threads\":2}"));
            changes += change(gateway.delete(SLOTS + "endpoint-resolver"));
            changes += change(gateway.post(SLOTS + "session-manager", "{\"pool\":\"single\",\"capacity\":1024}"));
            changes += change(gateway.post(SLOTS + "router", "{\"pool\":\"fixed\",\"threads\":8}"));
            changes += change(gateway.delete(SLOTS + "trans-logger"));
        }
        return changes;
    }

    private int change(HttpResponse<String> answer) {
        if (answer.statusCode() != 200) {
            refused.add(answer);
            return 0;
        }
        return 1;
    }

    private long version() {
        return Gateway.json(gateway.get("/actuator/concor/mo-flow"))
                .path("version")
                .longValue();
    }

    private static List<Integer> numbersInSession() {
        return APPLICATIONS.received().stream()
                .map(received -> received.body().numberInSession())
                .toList();
    }
}
