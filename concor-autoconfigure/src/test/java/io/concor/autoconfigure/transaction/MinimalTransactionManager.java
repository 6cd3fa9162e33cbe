package io.concor.autoconfigure.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.SmartTransactionObject;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A minimal custom transaction manager. */
final class MinimalTransactionManager extends AbstractPlatformTransactionManager {

    private static final long serialVersionUID = 1L;

    private final transient DataSource dataSource;

    MinimalTransactionManager(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    private static final class Own implements SmartTransactionObject {

        private ConnectionHolder holder;

        @Override
        public boolean isRollbackOnly() {
            return holder != null && holder.isRollbackOnly();
        }
    }

    private interface Call {
        void on(Connection connection) throws SQLException;
    }

    @Override
    protected Object doGetTransaction() {
        Own own = new Own();
        own.holder = (ConnectionHolder) TransactionSynchronizationManager.getResource(dataSource);
        return own;
    }

    @Override
    protected boolean isExistingTransaction(Object transaction) {
        return ((Own) transaction).holder != null;
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        Connection connection = null;
        try {
            connection = dataSource.getConnection();
            DataSourceUtils.prepareConnectionForTransaction(connection, definition);
            connection.setAutoCommit(false);
            bind((Own) transaction, connection, definition);
        } catch (SQLException failed) {
            DataSourceUtils.releaseConnection(connection, dataSource);
            throw new CannotCreateTransactionException("no connection", failed);
        }
    }

    private void bind(Own own, Connection connection, TransactionDefinition definition) {
        own.holder = new ConnectionHolder(connection);
        own.holder.setSynchronizedWithTransaction(true);
        if (definition.getTimeout() > 0) {
            own.holder.setTimeoutInSeconds(definition.getTimeout());
        }
        TransactionSynchronizationManager.bindResource(dataSource, own.holder);
    }

    @Override
    protected Object doSuspend(Object transaction) {
        ((Own) transaction).holder = null;
        return TransactionSynchronizationManager.unbindResource(dataSource);
    }

    @Override
    protected void doResume(Object transaction, Object suspended) {
        TransactionSynchronizationManager.bindResource(dataSource, suspended);
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        call(status.getTransaction(), Connection::commit);
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
        call(status.getTransaction(), Connection::rollback);
    }

    @Override
    protected void doSetRollbackOnly(DefaultTransactionStatus status) {
        ((Own) status.getTransaction()).holder.setRollbackOnly();
    }

    @Override
    protected void doCleanupAfterCompletion(Object transaction) {
        TransactionSynchronizationManager.unbindResource(dataSource);
        Connection connection = ((Own) transaction).holder.getConnection();
        call(transaction, open -> open.setAutoCommit(true));
        DataSourceUtils.releaseConnection(connection, dataSource);
    }

    private static void call(Object transaction, Call call) {
        try {
            call.on(((Own) transaction).holder.getConnection());
        } catch (SQLException failed) {
            throw new TransactionSystemException("the database refused", failed);
        }
    }
}
