package io.concor.sample.moflow;

import io.concor.sample.AccessContract;
import org.junit.jupiter.api.Nested;

class AccessTest extends InProduction {

    @Nested
    class Access extends AccessContract {

        Access() {
            super("mo-flow", "endpoint-resolver");
        }
    }
}
