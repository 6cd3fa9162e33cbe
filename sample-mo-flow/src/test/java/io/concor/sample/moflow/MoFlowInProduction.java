package io.concor.sample.moflow;

import io.concor.sample.InProductionMode;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.util.TestSocketUtils;

/** The gateway in production mode, with its own receiver. */
@InProductionMode
@TestPropertySource(properties = "mo-flow.receiver.enabled=true")
abstract class MoFlowInProduction {

    static final int RECEIVER_PORT = TestSocketUtils.findAvailableTcpPort();

    GatewayClient gateway = new GatewayClient(0);

    @DynamicPropertySource
    static void receiver(DynamicPropertyRegistry properties) {
        properties.add("mo-flow.receiver.port", () -> RECEIVER_PORT);
        properties.add("mo-flow.applications.base-url", () -> "http://127.0.0.1:" + RECEIVER_PORT);
    }

    @BeforeEach
    void call(@LocalServerPort int port) {
        gateway = new GatewayClient(port);
    }
}
