package io.concor.queueserver;

import org.junit.jupiter.api.Tag;

@Tag("full")
class MariaDbQueueServerTest extends QueueServerContract {

    MariaDbQueueServerTest() {
        super(TestStore.MARIADB);
    }
}
