package io.concor.sample.moflow;

import io.concor.sample.AccessContract;
import org.junit.jupiter.api.Nested;

class MoFlowAccessTest extends MoFlowInProduction {

    @Nested
    class Access extends AccessContract {

        Access() {
            super("mo-flow", "endpoint-resolver");
        }
    }
}
