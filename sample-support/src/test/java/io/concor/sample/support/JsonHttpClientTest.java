package io.concor.sample.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.sample.HttpCaller;
import io.concor.sample.support.JsonHttpClient.Failure;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.util.TestSocketUtils;

class JsonHttpClientTest {

    private static final Duration SECONDS = Duration.ofSeconds(10);

    private final int port = TestSocketUtils.findAvailableTcpPort();
    private final Receiver receiver = new Receiver("receiver", port, ReceiverInbox.keepingLast("/replies", 1));
    private final JsonHttpClient client = JsonHttpClient.start(SECONDS, SECONDS, 2);

    @AfterEach
    void stop() throws Exception {
        client.close();
        receiver.stop();
    }

    @Test
    void reportsTheStatusOfAPostThatSucceeds() {
        receiver.start();

        assertThat(post("/replies")).succeedsWithin(SECONDS).isEqualTo("200");
        assertThat(new HttpCaller(port).get("/received").body()).contains("{\"id\":1}");
    }

    @Test
    void reportsAnotherStatusAsAFailure() {
        receiver.start();

        assertThat(post("/elsewhere")).succeedsWithin(SECONDS).isEqualTo(url("/elsewhere") + " answered 404");
    }

    @Test
    void reportsAServerThatCannotBeReached() {
        assertThat(post("/replies"))
                .succeedsWithin(SECONDS)
                .asString()
                .startsWith(url("/replies") + " could not be reached: ")
                .endsWith(", cause")
                .doesNotContain("unknown");
    }

    @Test
    void reportsThatItIsClosed() throws Exception {
        receiver.start();
        client.close();

        assertThat(post("/replies"))
                .succeedsWithin(SECONDS)
                .asString()
                .startsWith(url("/replies") + " could not be reached: ");
    }

    private URI url(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private CompletableFuture<String> post(String path) {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        client.post(url(path), "{\"id\":1}".getBytes(UTF_8), new JsonHttpClient.Callback() {
            @Override
            public void succeeded(int status) {
                outcome.complete(Integer.toString(status));
            }

            @Override
            public void failed(Failure failure) {
                outcome.complete(failure.reason()
                        + (failure.outcomeUnknown() ? ", outcome unknown" : "")
                        + (failure.cause() == null ? "" : ", cause"));
            }
        });
        return outcome;
    }
}
