package io.concor.queueserver;

import static io.concor.sample.HttpCaller.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.manage.Manager;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ManyWaitingReceivesTest {

    private static final int WAITING = Integer.getInteger("concor.queue-server.waiting", 1_000);

    @TempDir
    Path folder;

    /** The flow admits 64 events, and the server has 20 threads: those that wait have neither. */
    @Test
    @Tag("full")
    void hinderNoOtherRequestAndAreEachWokenByAMessage() throws Exception {
        try (RunningServer server = RunningServer.start(
                TestStore.SQLITE.settings(folder),
                "--concor.queue-server.max-waiting-per-client=" + WAITING,
                "--concor.flows.queue-server.max-in-flight=64",
                "--server.tomcat.threads.max=20")) {
            TestClient alice = server.alice();
            TestClient bob = server.bob();
            TestClient carol = server.carol();
            alice.register();
            bob.register();
            carol.register();
            alice.create("orders");
            alice.create("others");
            List<CompletableFuture<HttpResponse<String>>> waiting =
                    IntStream.range(0, WAITING).mapToObj(any -> receive(bob)).toList();
            server.awaitWaiting(WAITING);

            assertThat(server.bean(Manager.class).flow("queue-server").inFlight())
                    .isZero();
            IntStream.range(0, 50).forEach(number -> {
                assertThat(alice.send("others", "message " + number).statusCode())
                        .isEqualTo(201);
                assertThat(text(carol.receive("others"), "content")).isEqualTo("message " + number);
            });
            IntStream.range(0, WAITING).forEach(number -> alice.send("orders", "order " + number));

            assertThat(waiting.stream()
                            .map(each -> text(each.join(), "content"))
                            .distinct())
                    .hasSize(WAITING);
        }
    }

    /** A request that is refused for the moment is sent again. */
    private static CompletableFuture<HttpResponse<String>> receive(TestClient bob) {
        return bob.receiveLater("orders", "?wait=60s")
                .thenCompose(
                        answer -> answer.headers().firstValue("Retry-After").isPresent()
                                ? receive(bob)
                                : CompletableFuture.completedFuture(answer));
    }
}
