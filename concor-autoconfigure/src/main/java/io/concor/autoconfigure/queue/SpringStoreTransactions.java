package io.concor.autoconfigure.queue;

import io.concor.QueueStoreException;
import io.concor.Transaction.Outcome;
import io.concor.Transactions;
import io.concor.autoconfigure.transaction.ManagedTransactions;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.store.StoreTransactions;
import io.concor.text.Sentence;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The transactions of Spring in the database of a store. Thread-safe. */
final class SpringStoreTransactions implements StoreTransactions {

    private static final TransactionDefinition PRESENT =
            new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_MANDATORY);

    private final String name;
    private final DataSource dataSource;
    private final List<PlatformTransactionManager> managers;
    private final ManagedTransactions own;

    /**
     * @param name of the data source
     * @param managers those of the data source, at least one; the first begins the transactions of the store
     */
    SpringStoreTransactions(String name, DataSource dataSource, List<PlatformTransactionManager> managers) {
        this.name = name;
        this.dataSource = dataSource;
        this.managers = List.copyOf(managers);
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setName("concor.queues");
        this.own = ManagedTransactions.of(this.managers.get(0), definition);
    }

    @Override
    public Transactions transactions() {
        return own;
    }

    /** One that keeps a snapshot could not end stored events: others change the rows of their lanes all the time. */
    @Override
    public boolean includes(Transactions others) {
        return others instanceof ManagedTransactions managed
                && !managed.isReadOnly()
                && !managed.keepSnapshot()
                && managers.contains(managed.manager());
    }

    @Override
    public boolean isActive() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            return false;
        }
        if (managers.stream().noneMatch(SpringStoreTransactions::hasBegunTheTransaction)
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            throw refused(
                    "is not one of data source '" + name
                            + "', where the queue is, which would have the event even if the transaction were rolled back",
                    "Call accept outside of it");
        }
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw refused("only reads", "Remove readOnly = true, or call accept outside of it");
        }
        return true;
    }

    private QueueStoreException refused(String reason, String remedy) {
        String transaction = TransactionSynchronizationManager.getCurrentTransactionName();
        return new QueueStoreException(
                Sentence.of(
                        "No event can be put into a durable queue in the transaction%s of thread '%s': it %s. %s",
                        transaction == null ? "" : Sentence.of(" '%s'", transaction),
                        Thread.currentThread().getName(),
                        reason,
                        remedy),
                false,
                null);
    }

    /**
     * Only the manager knows: a connection may also be bound to a thread in a transaction of another manager. Joining a
     * transaction changes nothing at the thread.
     */
    private static boolean hasBegunTheTransaction(PlatformTransactionManager manager) {
        try {
            manager.getTransaction(PRESENT);
            return true;
        } catch (IllegalTransactionStateException none) {
            return false;
        }
    }

    @Override
    public <R extends @Nullable Object> R perform(HeldConnection.Work<R> work) throws SQLException {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("This thread is in no transaction of data source '" + name + "'");
        }
        boolean bound = TransactionSynchronizationManager.hasResource(dataSource);
        Connection connection = DataSourceUtils.doGetConnection(dataSource);
        try {
            requireTransactional(bound && !connection.getAutoCommit());
            return work.with(connection);
        } finally {
            DataSourceUtils.doReleaseConnection(connection, dataSource);
        }
    }

    /** What is written elsewhere would stay if the transaction were rolled back. */
    private void requireTransactional(boolean transactional) throws SQLException {
        if (!transactional) {
            throw new SQLException(Sentence.of(
                    "The transaction of thread '%s' does not give its connection to data source '%s'. A JpaTransactionManager"
                            + " needs a JpaDialect that does, such as HibernateJpaDialect",
                    Thread.currentThread().getName(), name));
        }
    }

    @Override
    public void onEnd(Consumer<Outcome> listener) {
        TransactionListeners.add(this, listener);
    }
}
