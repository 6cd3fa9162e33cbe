package io.concor.sample.billing;

import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The billing with its defaults, over HTTP. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "billing.database-delay=0ms",
            "billing.max-in-flight=" + BillingTest.MAX_IN_FLIGHT,
            "billing.bulk.max-in-flight=" + BillingTest.BULK_IN_FLIGHT,
            "billing.inbox.folder=target/inbox-of-tests",
            "concor.presets.location=../presets",
            "concor.checks.leaks=fail"
        })
abstract class BillingTest {

    static final int MAX_IN_FLIGHT = 16;
    static final int BULK_IN_FLIGHT = 8;

    BillingClient billing = new BillingClient(0);

    @BeforeEach
    void call(@LocalServerPort int port) {
        billing = new BillingClient(port);
    }
}
