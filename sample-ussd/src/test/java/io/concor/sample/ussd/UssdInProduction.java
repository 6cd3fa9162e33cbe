package io.concor.sample.ussd;

import io.concor.sample.InProductionMode;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.util.TestSocketUtils;

/** The server in production mode, with its own receiver. */
@InProductionMode
@TestPropertySource(properties = "ussd.receiver.enabled=true")
abstract class UssdInProduction {

    static final int RECEIVER_PORT = TestSocketUtils.findAvailableTcpPort();

    UssdClient server = new UssdClient(0);

    @DynamicPropertySource
    static void receiver(DynamicPropertyRegistry properties) {
        properties.add("ussd.receiver.port", () -> RECEIVER_PORT);
        properties.add("ussd.replies.url", () -> "http://127.0.0.1:" + RECEIVER_PORT + "/replies");
    }

    @BeforeEach
    void call(@LocalServerPort int port) {
        server = new UssdClient(port);
    }
}
