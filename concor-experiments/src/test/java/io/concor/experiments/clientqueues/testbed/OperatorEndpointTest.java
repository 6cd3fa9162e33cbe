package io.concor.experiments.clientqueues.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OperatorEndpointTest {

    private static final int BAD_REQUEST = 400;

    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private HttpServer server;
    private int status = 200;
    private OperatorEndpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/connections", exchange -> {
            requests.add(exchange.getRequestMethod() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] body = "{\"state\":\"healthy\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        URI address = URI.create("http://localhost:" + server.getAddress().getPort() + "/connections");
        endpoint = new OperatorEndpoint(address, "connections", Map.of("Authorization", "Basic b3A6cGFzcw=="));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void changesItsSetting() {
        endpoint.set(12);

        assertThat(requests).containsExactly("POST Basic b3A6cGFzcw== {\"connections\":12}");
    }

    @Test
    void isRead() {
        assertThat(endpoint.read().path("state").asString()).isEqualTo("healthy");
        assertThat(requests).containsExactly("GET Basic b3A6cGFzcw== ");
    }

    @Test
    void endsTheExperimentIfTheServerRefuses() {
        status = BAD_REQUEST;

        assertThatThrownBy(() -> endpoint.set(12))
                .isInstanceOf(ExperimentException.class)
                .hasMessageContaining("refuses {\"connections\":12}: status 400, {\"state\":\"healthy\"}");
    }
}
