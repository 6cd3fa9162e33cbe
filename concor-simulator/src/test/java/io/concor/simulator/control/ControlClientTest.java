package io.concor.simulator.control;

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
    void limitsTheTimeForTheEndOfAResponse() throws IOException {
        try (ServerSocket stalling = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Socket> connection = CompletableFuture.supplyAsync(() -> respondPartially(stalling));
            URI url = URI.create("http://localhost:" + stalling.getLocalPort());
            var request = new ControlRequest(Duration.ZERO, "GET", url, "").toHttpRequest(Map.of());

            assertThatThrownBy(() -> new ControlClient(Duration.ofMillis(200)).send(request, 100))
                    .isInstanceOf(HttpTimeoutException.class)
                    .hasMessage("the response did not end within 200 ms");

            connection.join().close();
        }
    }

    private static Socket respondPartially(ServerSocket server) {
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
