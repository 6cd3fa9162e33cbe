package io.concor.sample.billing;

import io.concor.sample.AccessContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

@Tag("full")
class BillingAccessTest extends BillingInProduction {

    @Nested
    class Access extends AccessContract {

        Access() {
            super("billing", "writer", "adaptive");
        }
    }
}
