package io.concor.queueserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class FailingDatabaseTest {

    @Test
    void isAnsweredAsAServiceThatIsNotThereWithoutItsSecrets() throws Exception {
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

            HttpResponse<String> answer = alice.http().get("/queues");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(answer.body()).doesNotContain("postgres", "jdbc", "SQL", "Exception");
        } finally {
            database.close();
        }
    }
}
