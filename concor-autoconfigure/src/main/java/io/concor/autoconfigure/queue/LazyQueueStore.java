package io.concor.autoconfigure.queue;

import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.queue.EventHeaders;
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
import org.springframework.beans.factory.ObjectProvider;

/** The store of durable slots, which a flow whose dead letters are kept opens, too. Thread-safe. */
final class LazyQueueStore extends LazyStore<JdbcQueueStore> implements DurableQueueStore, QueueAdministrations {

    private final StorePlace place;
    private final Supplier<@Nullable MessageFormat> format;

    private LazyQueueStore(StorePlace place, Supplier<@Nullable MessageFormat> format, EventHeaders headers) {
        super(place.name(), headers);
        this.place = place;
        this.format = format;
    }

    static LazyQueueStore of(
            StorePlace place, ObjectProvider<MessageFormat> formats, ObjectProvider<EventHeaders> headers) {
        return new LazyQueueStore(place, formats::getIfAvailable, headers.getIfAvailable(() -> EventHeaders.NONE));
    }

    @Override
    public QueueKind kind() {
        return QueueKind.DURABLE;
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
    public boolean isInTransaction() {
        return place.isInTransaction(store());
    }

    @Override
    public Optional<QueueAdministration> opened() {
        return storeInUse().map(JdbcQueueStore::administration);
    }

    @Override
    public JdbcQueueStore store() {
        return super.store();
    }

    @Override
    protected Map<String, Set<String>> slotsLeft() throws SQLException {
        return place.slots();
    }

    /** A problem of the configuration may come up in a running application: by a change of a slot. */
    @Override
    protected JdbcQueueStore openNow() {
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

    @Override
    protected DatabaseHealth.State stateOf(JdbcQueueStore store) {
        return store.state();
    }

    @Override
    protected void close(JdbcQueueStore store) {
        store.close();
    }
}
