package io.concor.sample.billing;

import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

@TestPropertySource(
        properties = {
            "spring.datasource.url=jdbc:h2:mem:h2-test;MODE=PostgreSQL;LOCK_TIMEOUT=15000;DB_CLOSE_DELAY=-1",
            "concor.checks.leaks=fail"
        })
@DirtiesContext
class BillingH2Test extends BillingDatabaseTest {

    @Override
    String product() {
        return "H2";
    }
}
