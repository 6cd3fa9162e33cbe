package io.concor.sample.billing;

import io.concor.sample.InProductionMode;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/** The billing in production mode, with an empty database. */
@InProductionMode
@TestPropertySource(properties = "spring.datasource.url=jdbc:h2:mem:production;MODE=PostgreSQL")
@DirtiesContext
abstract class BillingInProduction {

    BillingClient billing = new BillingClient(0);

    @BeforeEach
    void call(@LocalServerPort int port) {
        billing = new BillingClient(port);
    }
}
