package io.concor.sample.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.sample.HostileAnswer;
import io.concor.sample.HostileServer;
import io.concor.sample.support.JsonHttpClient.Failure;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class HttpClientHealthTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final HostileServer server = new HostileServer();
    private final JsonHttpClient client = JsonHttpClient.start(LONG, LONG, 2);
    private final HttpClientHealth health = new HttpClientHealth(client);
    private final AtomicInteger ended = new AtomicInteger();

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.close();
    }

    @Test
    void isUpAtFirst() {
        assertThat(health()).returns(Status.UP, Health::getStatus);
        assertThat(health().getDetails())
                .isEqualTo(Map.of("requests", 0, "failed", 0, "connectionsInUse", 0, "waiting", 0));
    }

    @Test
    void isDownWhenHalfOfTheRequestsFail() {
        send(5);
        assertThat(health().getStatus()).isEqualTo(Status.UP);
        server.answerWith(HostileAnswer.GARBAGE);
        send(4);
        assertThat(health().getStatus()).as("with fewer than ten requests").isEqualTo(Status.UP);

        send(1);

        assertThat(health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health().getDetails())
                .containsEntry("requests", 10)
                .containsEntry("failed", 5)
                .containsEntry("reason", "at least half of the requests of the last minute failed");
    }

    @Test
    void isUpAgainWhenMostRequestsSucceed() {
        server.answerWith(HostileAnswer.GARBAGE);
        send(10);
        assertThat(health().getStatus()).isEqualTo(Status.DOWN);
        server.turnHonest();

        send(11);

        assertThat(health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void showsConnectionsInUseAndRequestsThatWait() {
        server.answerWith(HostileAnswer.SILENCE);

        Runnable[] cancellations = {post(), post(), post()};

        assertThat(health().getDetails()).containsEntry("connectionsInUse", 2).containsEntry("waiting", 1);
        for (Runnable cancellation : cancellations) {
            cancellation.run();
        }
    }

    @Test
    void isDownWhenAnErrorHasEndedAThread() {
        client.post(URI.create(server.url()), new byte[2], new JsonHttpClient.Callback() {
            @Override
            public void succeeded(int status) {
                throw new OutOfMemoryError("thrown by a test");
            }

            @Override
            public void failed(Failure failure) {}
        });

        await("the end of the thread").until(() -> health().getStatus().equals(Status.DOWN));
        assertThat(health().getDetails())
                .containsEntry("reason", "a thread of the HTTP client has ended: restart the application");
    }

    private Health health() {
        return health.health();
    }

    private void send(int requests) {
        int before = ended.get();
        for (int i = 0; i < requests; i++) {
            post();
        }
        await("the end of the requests").until(() -> ended.get() == before + requests);
    }

    private Runnable post() {
        return client.post(URI.create(server.url()), new byte[2], new JsonHttpClient.Callback() {
            @Override
            public void succeeded(int status) {
                ended.incrementAndGet();
            }

            @Override
            public void failed(Failure failure) {
                ended.incrementAndGet();
            }
        });
    }
}
