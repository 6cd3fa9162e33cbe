package io.concor.kafka.ledger;

import io.concor.kafka.EffectsDatabase;
import io.concor.kafka.KafkaQueueStore;
import io.concor.kafka.SharedBroker;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.store.FailingDataSource;
import io.concor.queues.store.FailingDataSource.Fault;

/** What a process has whose remote events end in transactions of a database: a store in each, and connections that may fail. */
class EffectsProcess implements AutoCloseable {

    final EffectsDatabase effects;
    final FailingDataSource connections;
    final JdbcQueueStore database;
    final KafkaQueueStore store;

    EffectsProcess(EffectsDatabase effects) {
        this.effects = effects;
        connections = new FailingDataSource(effects.dataSource());
        database = EffectsDatabase.store(connections);
        store = SharedBroker.store().database(database).build();
    }

    /**
     * Loses the answers to some of the next commits of transactions in which events end: to one of three, since an event whose
     * transactions never commit would fail for that.
     *
     * @param committed whether the transactions are committed nevertheless
     */
    final void loseAnswers(int count, boolean committed) {
        connections.failCommitsOf("insert into concor_progress", committed ? Fault.AFTER : Fault.BEFORE, count, 3);
    }

    /** Ends as a process does that is killed. */
    final void kill() {
        store.vanish();
        database.vanish();
    }

    @Override
    public void close() {
        store.close();
        database.close();
    }
}
