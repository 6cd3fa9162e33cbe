package io.concor.queueserver;

import static io.concor.sample.HttpCaller.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.sample.HttpCaller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.test.util.TestSocketUtils;

/** What a client knows to be stored, received or ended is so after the process was killed. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KilledServerTest {

    private static final int MESSAGES = 300;
    private static final int BEFORE_THE_KILL = 50;

    private static final String LEASED = "leased";
    private static final String DELETED = "deleted";
    private static final int LEASE_SECONDS = 5;

    @TempDir
    Path folder;

    private final int port = TestSocketUtils.findAvailableTcpPort();
    private final TestClient alice = new TestClient("alice", HttpCaller.as("alice", "alice-may-send", port));
    private final TestClient bob = new TestClient("bob", HttpCaller.as("bob", "bob-may-receive", port));
    private final List<Process> processes = new ArrayList<>();
    /** Messages whose end was asked for. */
    private final Queue<String> endings = new ConcurrentLinkedQueue<>();
    /** Messages whose end was answered. */
    private final Queue<String> ended = new ConcurrentLinkedQueue<>();
    /** Messages that came with the receive that deleted them. */
    private final Queue<String> received = new ConcurrentLinkedQueue<>();
    /** Such receives without an answer. */
    private final AtomicInteger unanswered = new AtomicInteger();

    @AfterEach
    void stop() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    @Tag("full")
    void losesNoMessageThatItsClientKnowsToBeStored() throws Exception {
        Process first = start();
        alice.register();
        bob.register();
        alice.create("orders");
        List<CompletableFuture<HttpResponse<String>>> sent = IntStream.range(0, MESSAGES)
                .mapToObj(number -> alice.http()
                        .postLater("/queues/orders/messages", "{\"content\":\"c\",\"id\":\"" + number + "\"}"))
                .toList();
        sent.get(BEFORE_THE_KILL).join();
        first.destroyForcibly().waitFor();
        List<String> stored = sent.stream().flatMap(KilledServerTest::stored).toList();
        assertThat(stored).hasSizeGreaterThanOrEqualTo(1);

        Process second = start();
        assertThat(rest("orders", "")).doesNotHaveDuplicates().containsAll(stored);
        second.destroy();
        assertThat(second.waitFor(1, TimeUnit.MINUTES)).as("ended in order").isTrue();
    }

    /**
     * Messages that are acknowledged explicitly come back unless their end was answered; of those that a receive deletes, only those are
     * lost whose answers were.
     */
    @Test
    @Tag("full")
    void losesAndRepeatsNothingThatItsReceiverKnowsToBeReceived() throws Exception {
        Process first = start();
        alice.register();
        bob.register();
        List<String> ids =
                IntStream.range(0, MESSAGES).mapToObj(Integer::toString).toList();
        for (String queue : List.of(LEASED, DELETED)) {
            alice.create(queue);
            assertThat(ids).allSatisfy(id -> assertThat(
                            alice.send(queue, Map.of("content", "c", "id", id)).statusCode())
                    .isEqualTo(201));
        }
        List<CompletableFuture<Void>> receivers = Stream.<Runnable>of(
                        this::receiveAndEnd, this::receiveAndEnd, this::receiveOnly, this::receiveOnly)
                .map(KilledServerTest::untilKilled)
                .toList();
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> ended.size() >= BEFORE_THE_KILL && received.size() >= BEFORE_THE_KILL);
        first.destroyForcibly().waitFor();
        receivers.forEach(CompletableFuture::join);
        assertThat(Math.max(ended.size(), received.size()))
                .as("killed in between")
                .isLessThan(MESSAGES);

        start();
        List<String> back = rest(LEASED, "?ack=explicit&lease=5m&wait=" + 2 * LEASE_SECONDS + "s");
        assertThat(back).doesNotHaveDuplicates().doesNotContainAnyElementsOf(ended);
        assertThat(Stream.of(back, endings).flatMap(Collection::stream)).containsAll(ids);
        List<String> left = rest(DELETED, "");
        assertThat(Stream.of(received, left).flatMap(Collection::stream)).doesNotHaveDuplicates();
        assertThat(received.size() + left.size() + unanswered.get()).isGreaterThanOrEqualTo(MESSAGES);
    }

    private void receiveAndEnd() {
        HttpResponse<String> message = bob.receive(LEASED, "?ack=explicit&lease=" + LEASE_SECONDS + "s");
        String id = text(message, "id");
        endings.add(id);
        if (bob.end(LEASED, id, text(message, "receipt")).statusCode() == 204) {
            ended.add(id);
        }
    }

    private void receiveOnly() {
        unanswered.incrementAndGet();
        received.add(text(bob.receive(DELETED), "id"));
        unanswered.decrementAndGet();
    }

    private static CompletableFuture<Void> untilKilled(Runnable call) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        while (true) {
                            call.run();
                        }
                    } catch (UncheckedIOException killed) {
                        // no further calls
                    }
                },
                task -> new Thread(task, "receiver").start());
    }

    private List<String> rest(String queue, String query) {
        return Stream.generate(() -> bob.receive(queue, query))
                .takeWhile(answer -> answer.statusCode() == 200)
                .map(answer -> text(answer, "id"))
                .toList();
    }

    private static Stream<String> stored(CompletableFuture<HttpResponse<String>> sent) {
        return sent.handle((answer, lost) -> answer != null && answer.statusCode() == 201
                        ? Stream.of(text(answer, "id"))
                        : Stream.<String>empty())
                .join();
    }

    private Process start() throws IOException {
        Path log = folder.resolve("server.log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        QueueServerApplication.class.getName(),
                        "--server.port=" + port,
                        "--concor.presets.location=../presets",
                        "--concor.queues.location=" + folder.resolve("queues.db"))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile()))
                .start();
        processes.add(process);
        await("the start of the server, see " + log)
                .atMost(Duration.ofMinutes(2))
                .failFast("it ended", () -> !process.isAlive())
                .until(this::serves);
        return process;
    }

    private boolean serves() {
        try {
            return alice.http().get("/actuator/health").statusCode() == 200;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }
}
