package io.concor.queueserver;

class PostgresQueueServerTest extends QueueServerContract {

    PostgresQueueServerTest() {
        super(TestStore.POSTGRESQL);
    }
}
