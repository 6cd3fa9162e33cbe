package io.concor.sample.ussd;

import io.concor.sample.AccessContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

@Tag("full")
class UssdAccessTest extends UssdInProduction {

    @Nested
    class Access extends AccessContract {

        Access() {
            super("ussd", "menu-structure-resolver");
        }
    }
}
