package io.concor.sample.ussd;

import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
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
            "OPERATOR_PASSWORD=" + InProduction.OPERATOR_PASSWORD,
            "VIEWER_PASSWORD={noop}" + InProduction.VIEWER_PASSWORD
        })
@ActiveProfiles("production")
abstract class InProduction {

    static final String OPERATOR_PASSWORD = "may read and change";
    static final String VIEWER_PASSWORD = "may only read";
    static final int RECEIVER_PORT = TestSocketUtils.findAvailableTcpPort();

    Server server = new Server(0);
    Server nobody = new Server(0);
    Server viewer = new Server(0);
    Server operator = new Server(0);

    @DynamicPropertySource
    static void receiver(DynamicPropertyRegistry properties) {
        properties.add("ussd.receiver.port", () -> RECEIVER_PORT);
        properties.add("ussd.replies.url", () -> "http://127.0.0.1:" + RECEIVER_PORT + "/replies");
    }

    @BeforeEach
    void call(@LocalServerPort int port, @LocalManagementPort int managementPort) {
        server = new Server(port);
        nobody = new Server(managementPort);
        viewer = Server.as("viewer", VIEWER_PASSWORD, managementPort);
        operator = Server.as("operator", OPERATOR_PASSWORD, managementPort);
    }
}
