package io.concor.sample.moflow;

import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.util.TestSocketUtils;

/** The gateway in production mode, with the presets of the repository and its own receiver. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "mo-flow.receiver.enabled=true",
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

    Gateway gateway = new Gateway(0);
    Gateway nobody = new Gateway(0);
    Gateway viewer = new Gateway(0);
    Gateway operator = new Gateway(0);

    @DynamicPropertySource
    static void receiver(DynamicPropertyRegistry properties) {
        properties.add("mo-flow.receiver.port", () -> RECEIVER_PORT);
        properties.add("mo-flow.applications.base-url", () -> "http://127.0.0.1:" + RECEIVER_PORT);
    }

    @BeforeEach
    void call(@LocalServerPort int port, @LocalManagementPort int managementPort) {
        gateway = new Gateway(port);
        nobody = new Gateway(managementPort);
        viewer = Gateway.as("viewer", VIEWER_PASSWORD, managementPort);
        operator = Gateway.as("operator", OPERATOR_PASSWORD, managementPort);
    }
}
