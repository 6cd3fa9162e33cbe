package io.concor.sample.moneytracker;

import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The money tracker with its defaults, over HTTP. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "money-tracker.database-delay=0ms",
            "money-tracker.max-in-flight=" + MoneyTrackerTest.MAX_IN_FLIGHT,
            "concor.presets.location=../presets",
            "concor.checks.leaks=fail",
            "logging.level.money-tracker.trx=off"
        })
abstract class MoneyTrackerTest {

    static final int MAX_IN_FLIGHT = 16;

    TrackerClient tracker = new TrackerClient(0);

    @BeforeEach
    void call(@LocalServerPort int port) {
        tracker = new TrackerClient(port);
    }
}
