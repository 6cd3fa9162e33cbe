package io.concor.autoconfigure.transaction;

import io.concor.autoconfigure.database.RealDatabase;
import org.junit.jupiter.api.Tag;

@Tag("full")
class H2TransactionTests extends TransactionalFlowTests {

    @Override
    String start() throws Exception {
        return RealDatabase.H2.url("transactions");
    }

    @Override
    String endlessStatement() {
        return "select max(a.x + b.x) from system_range(1, 1000000) a, system_range(1, 1000000) b";
    }
}
