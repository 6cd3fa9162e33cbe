package io.concor.queueserver;

class SqliteQueueServerTest extends QueueServerContract {

    SqliteQueueServerTest() {
        super(TestStore.SQLITE);
    }
}
