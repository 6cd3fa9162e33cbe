package io.concor.queueserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class FailingDatabaseTest {

    @Test
    void isAnsweredAsAServiceThatIsNotThereWithoutItsSecrets() throws Exception {
        ExecutorService calls = Executors.newCachedThreadPool();
        EmbeddedPostgres database = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(1))
                .start();
        try (RunningServer server = RunningServer.start(List.of(
                "--spring.profiles.active=tour,postgres",
                "--spring.datasource.url=" + database.getJdbcUrl("postgres", "postgres"),
                "--spring.datasource.username=postgres",
                "--spring.datasource.hikari.connection-timeout=500"))) {
            TestClient alice = server.alice();
            alice.register();
            alice.create("orders");
            alice.send("orders", "kept");
            database.close();

            List<CompletableFuture<HttpResponse<String>>> answers = Stream.<Supplier<HttpResponse<String>>>of(
                            () -> alice.http().get("/queues"),
                            () -> alice.http().get("/queues?waiting=me"),
                            () -> alice.peek("orders"),
                            alice::register,
                            alice::leave,
                            () -> alice.create("more"),
                            () -> alice.send("orders", "more"),
                            () -> alice.receive("orders", "?wait=1s"),
                            () -> alice.end("orders", "1", "1-1"),
                            () -> alice.http().delete("/queues/orders"))
                    .map(call -> CompletableFuture.supplyAsync(call, calls))
                    .toList();
            assertThat(answers.stream().map(CompletableFuture::join))
                    .allSatisfy(FailingDatabaseTest::assertUnavailable);
            assertThat(answers.get(0).join().headers().firstValue("Retry-After"))
                    .as("nothing was done")
                    .hasValue("1");
        } finally {
            database.close();
            calls.shutdown();
        }
    }

    private static void assertUnavailable(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body()).doesNotContain("postgres", "jdbc", "SQL", "Exception");
        assertThat(answer.headers().firstValue("Retry-After").isPresent())
                .isNotEqualTo(answer.body().contains("not known"));
    }
}
