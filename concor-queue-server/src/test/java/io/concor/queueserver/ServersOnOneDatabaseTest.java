package io.concor.queueserver;

import static io.concor.sample.HttpCaller.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ServersOnOneDatabaseTest {

    private static final int MESSAGES = 200;

    @TempDir
    Path folder;

    @Test
    void wakeEachOthersReceivesAndGiveEachMessageOnce() throws Exception {
        List<String> settings = TestStore.POSTGRESQL.settings(folder);
        try (RunningServer first = RunningServer.start(settings);
                RunningServer second = RunningServer.start(settings)) {
            TestClient alice = first.alice();
            TestClient bob = second.bob();
            alice.register();
            bob.register();
            alice.create("orders");
            assertThat(bob.queues("")).containsExactly("orders");

            second.assertWakesAtOnce(alice, bob, "orders");
            assertThat(first.operator().get("/actuator/prometheus").body())
                    .contains("hikaricp_connections_pending", "hikaricp_connections_acquire_seconds");
            givesEachMessageOnce(alice, List.of(first.bob(), bob, first.bob(), bob));
        }
    }

    private static void givesEachMessageOnce(TestClient alice, List<TestClient> bobs) {
        IntStream.range(0, MESSAGES).forEach(number -> alice.send("orders", "message " + number));

        List<CompletableFuture<List<String>>> receivers = bobs.stream()
                .map(bob -> CompletableFuture.supplyAsync(() -> drain(bob)))
                .toList();
        List<String> received =
                receivers.stream().flatMap(each -> each.join().stream()).toList();

        Set<String> distinct = new HashSet<>(received);
        assertThat(received).hasSize(MESSAGES);
        assertThat(distinct).hasSize(MESSAGES);
    }

    private static List<String> drain(TestClient bob) {
        return IntStream.range(0, 2 * MESSAGES)
                .mapToObj(any -> bob.receive("orders"))
                .takeWhile(answer -> answer.statusCode() == 200)
                .map(answer -> text(answer, "content"))
                .toList();
    }
}
