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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.test.util.TestSocketUtils;

/** What a client was told to be stored is there after the process was killed. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KilledServerTest {

    private static final int MESSAGES = 300;
    private static final int BEFORE_THE_KILL = 50;

    @TempDir
    Path folder;

    private final int port = TestSocketUtils.findAvailableTcpPort();
    private final TestClient alice = new TestClient("alice", HttpCaller.as("alice", "alice-may-send", port));
    private final TestClient bob = new TestClient("bob", HttpCaller.as("bob", "bob-may-receive", port));

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
        List<String> received = Stream.generate(() -> bob.receive("orders"))
                .takeWhile(answer -> answer.statusCode() == 200)
                .map(answer -> text(answer, "id"))
                .toList();
        assertThat(received).doesNotHaveDuplicates().containsAll(stored);
        second.destroy();
        assertThat(second.waitFor(1, TimeUnit.MINUTES)).as("ended in order").isTrue();
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
