package io.concor.simulator.mark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ControlClientTest {

    @Test
    @Timeout(20)
    void doesNotWaitForEverForTheEndOfAnAnswer() throws IOException {
        try (ServerSocket stalling = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Socket> connection = CompletableFuture.supplyAsync(() -> halfAnAnswer(stalling));
            URI url = URI.create("http://localhost:" + stalling.getLocalPort());
            var request = new ControlRequest(Duration.ZERO, "GET", url, "").request(Map.of());

            assertThatThrownBy(() -> new ControlClient(Duration.ofMillis(200)).call(request, 100))
                    .isInstanceOf(HttpTimeoutException.class)
                    .hasMessage("its answer had not ended 200 ms after it began");

            connection.join().close();
        }
    }

    private static Socket halfAnAnswer(ServerSocket server) {
        try {
            Socket connection = server.accept();
            connection
                    .getOutputStream()
                    .write("HTTP/1.1 200 Fine\r\nContent-Length: 10\r\n\r\nhalf".getBytes(StandardCharsets.US_ASCII));
            return connection;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
