package io.concor.autoconfigure.queue.remote;

import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.autoconfigure.queue.LazyStore;
import io.concor.autoconfigure.queue.QueueDirectories;
import io.concor.kafka.KafkaQueueStore;
import io.concor.queue.EventHeaders;
import io.concor.queue.FlowIdentity;
import io.concor.queue.FlowMembership;
import io.concor.queue.OutcomeReceiver;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueStore;
import io.concor.queue.ResultChannel;
import io.concor.queue.StoredQueue;
import io.concor.queue.UnequalFlowException;
import io.concor.queues.administration.QueueDirectory;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.jdbc.DatabaseHealth;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The store of remote slots. Thread-safe. */
final class LazyRemoteStore extends LazyStore<KafkaQueueStore> implements QueueDirectories {

    private final BrokerPlace place;
    private final Supplier<@Nullable MessageFormat> format;
    /** In whose transactions events end; null if they end in those of Kafka. */
    private final @Nullable JoinedDatabase database;

    LazyRemoteStore(
            BrokerPlace place,
            Supplier<@Nullable MessageFormat> format,
            EventHeaders headers,
            @Nullable JoinedDatabase database) {
        super(BrokerPlace.NAME, headers);
        this.place = place;
        this.format = format;
        this.database = database;
    }

    @Override
    public QueueKind kind() {
        return QueueKind.REMOTE;
    }

    @Override
    public StoredQueue open(QueueDefinition definition) {
        KafkaQueueStore store = store();
        return explaining(() -> store.open(definition));
    }

    @Override
    public ResultChannel results(QueueDefinition results, OutcomeReceiver receiver) {
        KafkaQueueStore store = store();
        return explaining(() -> store.results(results, receiver));
    }

    private <T> T explaining(Supplier<T> opening) {
        try {
            return opening.get();
        } catch (QueueStoreException unusable) {
            throw RemoteStoreException.unusable(place.servers(), unusable).asFailure();
        }
    }

    @Override
    public FlowMembership join(FlowIdentity identity) {
        KafkaQueueStore store = store();
        try {
            return store.join(identity);
        } catch (QueueStoreException failed) {
            if (failed.getCause() instanceof UnequalFlowException) {
                throw failed; // the brokers are well
            }
            throw RemoteStoreException.unusable(place.servers(), failed).asFailure();
        }
    }

    @Override
    public Transactions transactions() {
        return database == null
                ? store().transactions()
                : database.opened().get().ledger().transactions();
    }

    @Override
    public QueueStore base() {
        return database == null ? this : database.base();
    }

    @Override
    public boolean sharesTransactions() {
        return database != null && database.base().sharesTransactions();
    }

    @Override
    public boolean sharesTransactions(Transactions others) {
        return database != null && database.base().sharesTransactions(others);
    }

    /** Without a database, an event that is put into Kafka would be there even if a transaction of the application were rolled back. */
    @Override
    public boolean isInTransaction() {
        if (database != null) {
            return database.base().isInTransaction();
        }
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new QueueStoreException(
                    "No event can be put into a remote queue in a transaction of the application: Kafka would have the event even if the transaction were rolled back. Set concor.queues.store to jdbc, or call accept outside of the transaction",
                    false,
                    null);
        }
        return false;
    }

    @Override
    public Optional<QueueDirectory> directory() {
        return storeInUse().map(KafkaQueueStore::directory);
    }

    @Override
    protected Map<String, Set<String>> slotsLeft() {
        return place.slots();
    }

    /** A problem may come up in a running application: by a change of a slot. */
    @Override
    protected KafkaQueueStore openNow() {
        MessageFormat known = format.get();
        if (known == null) {
            throw RemoteStoreException.noFormat().asFailure();
        }
        try {
            return place.open(
                    known,
                    headers(),
                    database == null ? null : database.opened().get());
        } catch (QueueStoreException unusable) {
            throw RemoteStoreException.unusable(place.servers(), unusable).asFailure();
        }
    }

    @Override
    protected DatabaseHealth.State stateOf(KafkaQueueStore store) {
        return store.state();
    }

    @Override
    protected void close(KafkaQueueStore store) {
        store.close();
    }
}
