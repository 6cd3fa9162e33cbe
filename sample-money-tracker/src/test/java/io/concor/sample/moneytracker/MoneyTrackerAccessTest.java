package io.concor.sample.moneytracker;

import io.concor.sample.AccessContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

@Tag("full")
class MoneyTrackerAccessTest extends MoneyTrackerInProduction {

    @Nested
    class Access extends AccessContract {

        Access() {
            super("money-tracker", "reader");
        }
    }
}
