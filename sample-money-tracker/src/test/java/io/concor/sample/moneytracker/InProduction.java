package io.concor.sample.moneytracker;

import io.concor.sample.AccessContract;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
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
            "OPERATOR_PASSWORD=" + AccessContract.OPERATOR_PASSWORD,
            "VIEWER_PASSWORD={noop}" + AccessContract.VIEWER_PASSWORD
        })
@ActiveProfiles("production")
@DirtiesContext
abstract class InProduction {

    Tracker tracker = new Tracker(0);

    @BeforeEach
    void call(@LocalServerPort int port) {
        tracker = new Tracker(port);
    }
}
