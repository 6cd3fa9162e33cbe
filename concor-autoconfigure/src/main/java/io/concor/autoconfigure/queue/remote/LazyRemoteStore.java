package io.concor.autoconfigure.queue.remote;

import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.autoconfigure.queue.QueueDirectories;
import io.concor.kafka.KafkaQueueStore;
import io.concor.queue.EventHeaders;
import io.concor.queue.OutcomeReceiver;
import io.concor.queue.FlowIdentity;
import io.concor.queue.FlowMembership;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.function.SingletonSupplier;

/**
 * The store of remote slots, opened with the first of them, or if flows have topics already. An opening that failed is tried again
 * with the next. Thread-safe.
 */
final class LazyRemoteStore implements QueueStore, QueueDirectories, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LazyRemoteStore.class);

    private final BrokerPlace place;
    private final Supplier<@Nullable MessageFormat> format;
    private final EventHeaders headers;
    /** In whose transactions events end; null if they end in those of Kafka. */
    private final @Nullable JoinedDatabase database;
    /** What earlier runs, or other processes, have left there, by flows and slots. */
    private final SingletonSupplier<Map<String, Set<String>>> left = SingletonSupplier.of(this::readLeft);

    private volatile @Nullable KafkaQueueStore opened;
    private boolean closed; // guarded by this

    LazyRemoteStore(
            BrokerPlace place,
            Supplier<@Nullable MessageFormat> format,
            EventHeaders headers,
            @Nullable JoinedDatabase database) {
        this.place = place;
        this.format = format;
        this.headers = headers;
        this.database = database;
    }

    @Override
    public String name() {
        return BrokerPlace.NAME;
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
    public Set<String> slots(String flow) {
        KafkaQueueStore present = opened;
        return present == null ? left.obtain().getOrDefault(flow, Set.of()) : present.slots(flow);
    }

    /** That they cannot be reached must not keep flows from starting that have no remote slot. */
    private Map<String, Set<String>> readLeft() {
        try {
            return place.slots();
        } catch (QueueStoreException unreachable) {
            log.warn(
                    "It is not known whether slots have events or dead letters in remote queues: {}",
                    String.valueOf(unreachable.getMessage()));
            return Map.of();
        }
    }

    @Override
    public Transactions transactions() {
        return database == null ? store().transactions() : database.opened().get().ledger().transactions();
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

    @Override
    public EventHeaders headers() {
        return headers;
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

    /** Returns the state of the store; empty if it was not needed yet. */
    Optional<DatabaseHealth.State> state() {
        return Optional.ofNullable(opened).map(KafkaQueueStore::state);
    }

    @Override
    public Optional<QueueDirectory> directory() {
        KafkaQueueStore present = opened;
        if (present == null && !left.obtain().isEmpty()) {
            present = openOnce();
        }
        return Optional.ofNullable(present).map(KafkaQueueStore::directory);
    }

    private KafkaQueueStore store() {
        KafkaQueueStore present = opened;
        return present == null ? openOnce() : present;
    }

    private synchronized KafkaQueueStore openOnce() {
        if (closed) {
            throw new QueueStoreException("The store of remote queues is closed, with its application", false, null);
        }
        KafkaQueueStore present = opened;
        if (present == null) {
            present = openNow();
            opened = present;
        }
        return present;
    }

    /** A problem may come up in a running application: by a change of a slot. */
    private KafkaQueueStore openNow() {
        MessageFormat known = format.get();
        if (known == null) {
            throw RemoteStoreException.noFormat().asFailure();
        }
        try {
            return place.open(known, headers, database == null ? null : database.opened().get());
        } catch (QueueStoreException unusable) {
            throw RemoteStoreException.unusable(place.servers(), unusable).asFailure();
        }
    }

    /** Called after all flows that use the store have stopped. */
    @Override
    public synchronized void close() {
        closed = true;
        KafkaQueueStore present = opened;
        if (present != null) {
            present.close();
        }
    }
}
