package io.concor.autoconfigure.queue.remote;

import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.autoconfigure.queue.LazyStore;
import io.concor.autoconfigure.queue.QueueDirectories;
import io.concor.kafka.KafkaQueueStore;
import io.concor.queue.EventHeaders;
import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredQueue;
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

    LazyRemoteStore(BrokerPlace place, Supplier<@Nullable MessageFormat> format, EventHeaders headers) {
        super(BrokerPlace.NAME, headers);
        this.place = place;
        this.format = format;
    }

    @Override
    public QueueKind kind() {
        return QueueKind.REMOTE;
    }

    @Override
    public StoredQueue open(QueueDefinition definition) {
        KafkaQueueStore store = store();
        try {
            return store.open(definition);
        } catch (QueueStoreException unusable) {
            throw RemoteStoreException.unusable(place.servers(), unusable).asFailure();
        }
    }

    @Override
    public boolean sharesTransactions() {
        return false;
    }

    @Override
    public boolean sharesTransactions(Transactions others) {
        return false;
    }

    /** An event that is put into Kafka would be there even if a transaction of the application were rolled back. */
    @Override
    public boolean isInTransaction() {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new QueueStoreException(
                    "No event can be put into a remote queue in a transaction of the application: Kafka would have the event even if the transaction were rolled back. Call accept outside of the transaction, or let a durable slot come first",
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
            return place.open(known, headers());
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
