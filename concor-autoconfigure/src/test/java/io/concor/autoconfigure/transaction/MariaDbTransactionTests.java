package io.concor.autoconfigure.transaction;

import io.concor.autoconfigure.database.RealDatabase;
import org.junit.jupiter.api.Tag;

@Tag("full")
class MariaDbTransactionTests extends TransactionalFlowTests {

    @Override
    String start() throws Exception {
        return RealDatabase.MARIADB.url("bookings");
    }

    @Override
    String endlessStatement() {
        return "select sleep(60)";
    }
}
