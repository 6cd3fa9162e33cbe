package io.concor.autoconfigure.queue;

import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.queue.EventHeaders;
import io.concor.queue.QueueDefinition;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.schema.SchemaException;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * The store of durable slots, opened with the first of them, with a flow whose dead letters are kept, or if something lies there
 * already. An opening that failed is tried again with the next. Thread-safe.
 */
final class LazyQueueStore implements DurableQueueStore, QueueAdministrations, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LazyQueueStore.class);

    private final StorePlace place;
    private final Supplier<@Nullable MessageFormat> format;
    private final EventHeaders headers;
    /** What earlier runs, or other processes, have left there, by flows and slots. */
    private final SingletonSupplier<Map<String, Set<String>>> left = SingletonSupplier.of(this::readLeft);

    private volatile @Nullable JdbcQueueStore opened;
    private boolean closed;

    private LazyQueueStore(StorePlace place, Supplier<@Nullable MessageFormat> format, EventHeaders headers) {
        this.place = place;
        this.format = format;
        this.headers = headers;
    }

    static LazyQueueStore of(
            StorePlace place, ObjectProvider<MessageFormat> formats, ObjectProvider<EventHeaders> headers) {
        return new LazyQueueStore(place, formats::getIfAvailable, headers.getIfAvailable(() -> EventHeaders.NONE));
    }

    @Override
    public String name() {
        return place.name();
    }

    @Override
    public QueueKind kind() {
        return QueueKind.DURABLE;
    }

    @Override
    public StoredQueue open(QueueDefinition definition) {
        return store().open(definition);
    }

    @Override
    public Set<String> slots(String flow) {
        JdbcQueueStore present = opened;
        return present == null ? left.obtain().getOrDefault(flow, Set.of()) : present.slots(flow);
    }

    /** That it cannot be read must not keep flows from starting that need no store. */
    private Map<String, Set<String>> readLeft() {
        try {
            return place.slots();
        } catch (SQLException | RuntimeException unreadable) {
            log.warn(
                    "It cannot be read whether slots have events or dead letters in the queue store '{}': {}",
                    name(),
                    String.valueOf(unreadable));
            return Map.of();
        }
    }

    @Override
    public Transactions transactions() {
        return store().transactions();
    }

    @Override
    public boolean sharesTransactions() {
        return place.sharesTransactions();
    }

    @Override
    public boolean sharesTransactions(Transactions others) {
        return place.sharesTransactions(others);
    }

    @Override
    public EventHeaders headers() {
        return headers;
    }

    @Override
    public boolean isInTransaction() {
        return place.isInTransaction(store());
    }

    /** Returns the state of the store; empty if it was not needed yet. */
    Optional<DatabaseHealth.State> state() {
        return Optional.ofNullable(opened).map(JdbcQueueStore::state);
    }

    @Override
    public Optional<QueueAdministration> opened() {
        JdbcQueueStore present = opened;
        if (present == null && !left.obtain().isEmpty()) {
            present = openOnce();
        }
        return Optional.ofNullable(present).map(JdbcQueueStore::administration);
    }

    @Override
    public JdbcQueueStore store() {
        JdbcQueueStore present = opened;
        return present == null ? openOnce() : present;
    }

    private synchronized JdbcQueueStore openOnce() {
        if (closed) {
            throw new QueueStoreException("The store of durable queues is closed, with its application", false, null);
        }
        JdbcQueueStore present = opened;
        if (present == null) {
            present = openNow();
            opened = present;
        }
        return present;
    }

    /** A problem of the configuration may come up in a running application: by a change of a slot. */
    private JdbcQueueStore openNow() {
        try {
            MessageFormat known = format.get();
            if (known == null) {
                throw QueueStoreSetupException.noFormat();
            }
            return place.open(known);
        } catch (QueueStoreSetupException unusable) {
            throw new QueueStoreException(unusable.description() + " " + unusable.remedy(), false, unusable);
        } catch (SchemaException unfit) {
            throw new QueueStoreException(String.valueOf(unfit.getMessage()), false, unfit);
        }
    }

    /** Called after all flows that use the store have stopped. */
    @Override
    public synchronized void close() {
        closed = true;
        JdbcQueueStore present = opened;
        if (present != null) {
            present.close();
        }
    }
}
