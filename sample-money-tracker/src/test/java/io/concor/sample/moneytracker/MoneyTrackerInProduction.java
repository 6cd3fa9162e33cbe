package io.concor.sample.moneytracker;

import io.concor.sample.InProductionMode;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/** The money tracker in production mode, with an empty database. */
@InProductionMode
@TestPropertySource(properties = "spring.datasource.url=jdbc:h2:mem:production")
@DirtiesContext
abstract class MoneyTrackerInProduction {

    TrackerClient tracker = new TrackerClient(0);

    @BeforeEach
    void call(@LocalServerPort int port) {
        tracker = new TrackerClient(port);
    }
}
