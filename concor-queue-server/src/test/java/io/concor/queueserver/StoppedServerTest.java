package io.concor.queueserver;

import static io.concor.sample.HttpCaller.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StoppedServerTest {

    private static final int WAITING = 20;

    @TempDir
    Path folder;

    @Test
    void answersTheReceivesThatWaitAndKeepsAllMessages() throws Exception {
        List<String> settings = TestStore.SQLITE.settings(folder);
        RunningServer server = RunningServer.start(settings);
        TestClient alice = server.alice();
        TestClient bob = server.bob();
        alice.register();
        bob.register();
        alice.create("orders");
        List<CompletableFuture<HttpResponse<String>>> waiting = IntStream.range(0, WAITING)
                .mapToObj(any -> bob.receiveLater("orders", "?wait=60s"))
                .toList();
        server.awaitWaiting(WAITING);
        alice.create("later");
        alice.send("later", "kept");

        long began = System.nanoTime();
        server.close();

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
        assertThat(waiting)
                .allSatisfy(each ->
                        assertThat(each.get(1, TimeUnit.SECONDS).statusCode()).isEqualTo(204));
        try (RunningServer again = RunningServer.start(settings)) {
            assertThat(text(again.bob().receive("later"), "content")).isEqualTo("kept");
        }
    }
}
