package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.test.FlowTester;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Changes slots by the endpoints while messages come in by HTTP. */
class LayoutChangeTest extends MoFlowTest {

    private static final int SENDERS = 4;
    private static final int MESSAGES_EACH = 500;
    private static final int LEAST_CHANGES = 16;
    private static final String SLOTS = "/actuator/concorslots/mo-flow/";

    private final AtomicInteger changes = new AtomicInteger();
    private final List<String> accepted = new ArrayList<>();
    private final ConcurrentLinkedQueue<HttpResponse<String>> refused = new ConcurrentLinkedQueue<>();

    @AutoClose
    private @Nullable FlowTester tester;

    @Test
    void endsEveryAcceptedMessageOnceWhileSlotsChange(@Autowired Flow<?, ?> flow) throws Exception {
        tester = FlowTester.of(flow);
        long versionBefore = version();
        AtomicBoolean sending = new AtomicBoolean(true);
        ExecutorService threads = Executors.newFixedThreadPool(SENDERS + 1);

        List<Future<List<String>>> senders = IntStream.range(0, SENDERS)
                .mapToObj(sender -> threads.submit(() -> send(sender)))
                .toList();
        Future<?> changer = threads.submit(() -> changeWhile(sending));
        for (Future<List<String>> sender : senders) {
            accepted.addAll(sender.get());
        }
        sending.set(false);
        changer.get();
        threads.shutdown();

        assertThat(tester.awaitIdle(Duration.ofSeconds(40))).hasCompleted(accepted.size());
        assertThat(accepted).hasSizeGreaterThanOrEqualTo(SENDERS * MESSAGES_EACH);
        assertThat(APPLICATIONS.texts()).containsExactlyInAnyOrderElementsOf(accepted);
        assertThat(refused).isEmpty();
        assertThat(version() - versionBefore).isEqualTo(changes.get()).isGreaterThanOrEqualTo(LEAST_CHANGES);
        assertThat(numbersInSession())
                .as("one subscriber's messages, counted without a lock")
                .doesNotHaveDuplicates();
    }

    private List<String> send(int sender) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < MESSAGES_EACH || isToGoOn(); i++) {
            String text = sender + "-" + i;
            String to = i % 2 == 0 ? "1111" : "2222";
            HttpResponse<String> answer = await("room, of which there may be none while a join is taken out")
                    .pollDelay(Duration.ZERO)
                    .until(() -> gateway.send("94770000000", to, text), sent -> sent.statusCode() != 503);
            assertThat(answer.statusCode()).isEqualTo(202);
            texts.add(text);
        }
        return texts;
    }

    private boolean isToGoOn() {
        return changes.get() < LEAST_CHANGES && refused.isEmpty();
    }

    private void changeWhile(AtomicBoolean sending) {
        while (sending.get()) {
            change(gateway.post(SLOTS + "endpoint-resolver", "{\"pool\":\"fixed\",\"threads\":16}"));
            change(gateway.post(SLOTS + "session-manager", "{\"pool\":\"single\",\"capacity\":16}"));
            change(gateway.post(SLOTS + "trans-logger", "{\"pool\":\"single\",\"reason\":\"test\"}"));
            change(gateway.post(SLOTS + "endpoint-resolver", "{\"pool\":\"cached\",\"threads\":8}"));
            change(gateway.post(SLOTS + "router", "{\"pool\":\"fixed\",\"threads\":2}"));
            change(gateway.delete(SLOTS + "endpoint-resolver"));
            change(gateway.post(SLOTS + "session-manager", "{\"pool\":\"single\",\"capacity\":1024}"));
            change(gateway.post(SLOTS + "router", "{\"pool\":\"fixed\",\"threads\":8}"));
            change(gateway.delete(SLOTS + "trans-logger"));
        }
    }

    private void change(HttpResponse<String> answer) {
        if (answer.statusCode() == 200) {
            changes.incrementAndGet();
        } else {
            refused.add(answer);
        }
    }

    private long version() {
        return GatewayClient.json(gateway.get("/actuator/concor/mo-flow"))
                .path("version")
                .longValue();
    }

    private static List<Integer> numbersInSession() {
        return APPLICATIONS.received().stream()
                .map(received -> received.body().numberInSession())
                .toList();
    }
}
