package io.concor.sample.moneytracker;

import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

@TestPropertySource(
        properties = {
            "spring.datasource.url=jdbc:h2:mem:h2-test;LOCK_TIMEOUT=15000;DB_CLOSE_DELAY=-1",
            "concor.checks.leaks=fail"
        })
@DirtiesContext
class MoneyTrackerH2Test extends MoneyTrackerDatabaseTest {

    @Override
    String product() {
        return "H2";
    }
}
