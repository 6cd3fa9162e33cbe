package io.concor.autoconfigure.transaction;

class H2TransactionTests extends TransactionalFlowTests {

    @Override
    String start() {
        return "jdbc:h2:mem:transactions;DB_CLOSE_DELAY=-1";
    }

    @Override
    void stop() {
        // it ends with the JVM
    }

    @Override
    String endlessStatement() {
        return "select max(a.x + b.x) from system_range(1, 1000000) a, system_range(1, 1000000) b";
    }
}
