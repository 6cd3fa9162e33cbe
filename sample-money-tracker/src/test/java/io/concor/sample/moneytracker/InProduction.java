package io.concor.sample.moneytracker;

import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;

/** The money tracker in production mode, with the presets of the repository. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "concor.presets.location=../presets",
            "spring.datasource.url=jdbc:h2:mem:production",
            "spring.jmx.enabled=true",
            "OPERATOR_PASSWORD=" + InProduction.OPERATOR_PASSWORD,
            "VIEWER_PASSWORD={noop}" + InProduction.VIEWER_PASSWORD
        })
@ActiveProfiles("production")
@DirtiesContext
abstract class InProduction {

    static final String OPERATOR_PASSWORD = "may read and change";
    static final String VIEWER_PASSWORD = "may only read";

    Tracker tracker = new Tracker(0);
    Tracker nobody = new Tracker(0);
    Tracker viewer = new Tracker(0);
    Tracker operator = new Tracker(0);

    @BeforeEach
    void call(@LocalServerPort int port, @LocalManagementPort int managementPort) {
        tracker = new Tracker(port);
        nobody = new Tracker(managementPort);
        viewer = Tracker.as("viewer", VIEWER_PASSWORD, managementPort);
        operator = Tracker.as("operator", OPERATOR_PASSWORD, managementPort);
    }
}
