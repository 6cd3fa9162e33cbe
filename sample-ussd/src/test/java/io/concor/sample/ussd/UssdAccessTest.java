package io.concor.sample.ussd;

import io.concor.sample.AccessContract;
import org.junit.jupiter.api.Nested;

class UssdAccessTest extends UssdInProduction {

    @Nested
    class Access extends AccessContract {

        Access() {
            super("ussd", "menu-structure-resolver");
        }
    }
}
