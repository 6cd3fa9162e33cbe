package io.concor.sample.ussd;

import io.concor.sample.AccessContract;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.util.TestSocketUtils;

/** The server in production mode, with the presets of the repository and its own receiver. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "ussd.receiver.enabled=true",
            "concor.presets.location=../presets",
            "spring.jmx.enabled=true",
            "OPERATOR_PASSWORD=" + AccessContract.OPERATOR_PASSWORD,
            "VIEWER_PASSWORD={noop}" + AccessContract.VIEWER_PASSWORD
        })
@ActiveProfiles("production")
abstract class InProduction {

    static final int RECEIVER_PORT = TestSocketUtils.findAvailableTcpPort();

    Server server = new Server(0);

    @DynamicPropertySource
    static void receiver(DynamicPropertyRegistry properties) {
        properties.add("ussd.receiver.port", () -> RECEIVER_PORT);
        properties.add("ussd.replies.url", () -> "http://127.0.0.1:" + RECEIVER_PORT + "/replies");
    }

    @BeforeEach
    void call(@LocalServerPort int port) {
        server = new Server(port);
    }
}
