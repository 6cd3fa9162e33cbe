package io.concor.autoconfigure.transaction;

import io.concor.autoconfigure.database.RealDatabase;

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
