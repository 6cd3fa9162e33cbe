package io.concor.queues.store;

import io.concor.Transaction;
import io.concor.Transactions;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.UnknownOutcomeException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Transactions of a {@link DataSource} that are bound to a thread while it holds them. For plain Java. Thread-safe. */
public final class JdbcTransactions implements StoreTransactions, Transactions {

    private final DataSource dataSource;
    private final ThreadLocal<@Nullable Bound> current = new ThreadLocal<>();

    public JdbcTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Begins a transaction. It takes a connection when it is used first. */
    @Override
    public Transaction begin() {
        Bound begun = new Bound();
        begun.attach();
        return begun;
    }

    /**
     * Returns the connection of the transaction that the calling thread holds. It must be neither closed nor committed by the
     * caller, nor rolled back to a savepoint if events were put after that: nothing here learns of it.
     *
     * @throws SQLException if there is no connection
     * @throws IllegalStateException if the thread holds none
     */
    public Connection connection() throws SQLException {
        return required().connection();
    }

    @Override
    public Transactions transactions() {
        return this;
    }

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public boolean includes(Transactions others) {
        return others == this;
    }

    @Override
    public boolean isActive() {
        return current.get() != null;
    }

    @Override
    public <R extends @Nullable Object> R perform(HeldConnection.Work<R> work) throws SQLException {
        return work.with(connection());
    }

    @Override
    public void onEnd(Consumer<Transaction.Outcome> listener) {
        required().listeners.add(listener);
    }

    private Bound required() {
        Bound bound = current.get();
        if (bound == null) {
            throw new IllegalStateException(
                    "This thread is in no transaction of the store: begin one with transactions().begin()");
        }
        return bound;
    }

    private void bind(@Nullable Bound bound) {
        if (bound == null) {
            current.remove();
        } else {
            current.set(bound);
        }
    }

    /** A transaction, and what its thread held before. */
    private final class Bound implements Transaction {
        final List<Consumer<Outcome>> listeners = new ArrayList<>(1);
        private @Nullable Connection connection;
        private @Nullable Bound before;

        Connection connection() throws SQLException {
            Connection present = connection;
            if (present == null) {
                present = dataSource.getConnection();
                connection = present;
                present.setAutoCommit(false);
            }
            return present;
        }

        @Override
        public void attach() {
            before = current.get();
            bind(this);
        }

        @Override
        public void detach() {
            bind(before);
            before = null;
        }

        @Override
        public void commit() throws SQLException {
            unbind();
            Outcome outcome = Outcome.ROLLED_BACK;
            try {
                if (connection != null) {
                    HeldConnection.commit(connection);
                }
                outcome = Outcome.COMMITTED;
            } catch (UnknownOutcomeException lost) {
                outcome = Outcome.FAILED;
                throw lost;
            } finally {
                end(outcome);
            }
        }

        @Override
        public void rollback() throws SQLException {
            unbind();
            try {
                if (connection != null) {
                    connection.rollback();
                }
            } finally {
                end(Outcome.ROLLED_BACK);
            }
        }

        private void unbind() {
            if (current.get() == this) {
                detach();
            }
        }

        private void end(Outcome outcome) throws SQLException {
            Connection used = connection;
            connection = null;
            try {
                if (used != null) {
                    giveBack(used);
                }
            } finally {
                listeners.forEach(listener -> listener.accept(outcome));
            }
        }

        private static void giveBack(Connection used) throws SQLException {
            try {
                used.setAutoCommit(true);
            } catch (SQLException broken) {
                // it is closed next
            }
            used.close();
        }
    }
}
