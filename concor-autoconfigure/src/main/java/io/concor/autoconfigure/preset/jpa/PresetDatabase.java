package io.concor.autoconfigure.preset.jpa;

import io.concor.text.Sentence;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.ConstraintViolationException.ConstraintKind;
import org.hibernate.exception.SnapshotIsolationException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The repositories of presets, with their own entity manager factory and transactions. None of them is a bean, so that
 * they do not affect the entities, repositories and transactions of the application. Opened at the first use, and again
 * after a failure, but not after it was closed. Thread-safe.
 */
final class PresetDatabase {

    private static final HibernateJpaDialect DIALECT = new HibernateJpaDialect();
    private static final int MOST_ATTEMPTS = 20;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(64);

    private final DataSource dataSource;
    private final Duration longestTransaction;
    private volatile @Nullable OpenDatabase open;
    private volatile boolean closed;

    /**
     * Creates a database, which is not open yet.
     *
     * @param longestTransaction the timeout of transactions, for example while another client holds a lock; whole
     *     seconds
     */
    PresetDatabase(DataSource dataSource, Duration longestTransaction) {
        this.dataSource = dataSource;
        this.longestTransaction = longestTransaction;
    }

    /** The repositories, for use within a transaction. */
    record Repositories(StoredPresetRepository presets, StoredPresetVersionRepository versions) {}

    private record OpenDatabase(SessionFactory factory, TransactionTemplate transactions, Repositories repositories) {}

    /**
     * Runs work in a new transaction, and retries it after a conflict with another transaction.
     *
     * @throws RuntimeException a {@code DataAccessException} or {@code TransactionException} of Spring, if the database
     *     fails
     */
    <T> T inTransaction(Function<Repositories, T> work) {
        OpenDatabase database = open();
        long start = System.nanoTime();
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(database, work);
            } catch (DataAccessException failed) {
                pauseOrGiveUp(attempt, start, failed);
            }
        }
    }

    private void pauseOrGiveUp(int attempt, long start, DataAccessException failed) {
        if (!isConflict(failed)) {
            throw failed;
        }
        if (attempt == MOST_ATTEMPTS || System.nanoTime() - start >= longestTransaction.toNanos()) {
            throw new ConcurrencyFailureException(
                    Sentence.of("%d attempts conflicted with other transactions", attempt), failed);
        }
        long most = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << attempt);
        LockSupport.parkNanos(ThreadLocalRandom.current()
                .nextLong(most)); // random, so that conflicting clients do not conflict again
    }

    /** Whether a retry may succeed: other failures, such as a missing table, are permanent. */
    private static boolean isConflict(DataAccessException failed) {
        return failed instanceof ConcurrencyFailureException
                || failed instanceof DuplicateKeyException
                || isConflict(failed.getCause());
    }

    /** Recognises conflicts that Spring does not translate, such as the snapshot isolation error of MariaDB. */
    private static boolean isConflict(@Nullable Throwable cause) {
        return cause instanceof SnapshotIsolationException
                || (cause instanceof ConstraintViolationException violated
                        && violated.getKind() == ConstraintKind.UNIQUE);
    }

    private static <T> T attempt(OpenDatabase open, Function<Repositories, T> work) {
        try {
            return Objects.requireNonNull(open.transactions().execute(transaction -> work.apply(open.repositories())));
        } catch (RuntimeException failed) {
            throw DataAccessUtils.translateIfNecessary(failed, DIALECT);
        }
    }

    private OpenDatabase open() {
        OpenDatabase present = open;
        if (closed) {
            throw closedException();
        }
        return present == null ? keepFirst(connectWithOwnLoader()) : present;
    }

    /** Connecting takes time and is not done under the lock: of two concurrent connections, the second is discarded. */
    private OpenDatabase keepFirst(OpenDatabase connected) {
        OpenDatabase kept = keep(connected);
        if (kept != connected) {
            connected.factory().close();
        }
        if (kept == null) {
            throw closedException();
        }
        return kept;
    }

    private synchronized @Nullable OpenDatabase keep(OpenDatabase connected) {
        if (open == null && !closed) {
            open = connected;
        }
        return open;
    }

    private static IllegalStateException closedException() {
        return new IllegalStateException("The preset store is closed");
    }

    /**
     * Spring and Hibernate use the context class loader of the calling thread. Some class loaders, such as that of a
     * server thread in an executable jar, cannot create proxies of the hidden types here.
     */
    private OpenDatabase connectWithOwnLoader() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(PresetDatabase.class.getClassLoader());
        try {
            return connect();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private OpenDatabase connect() {
        requireConnection();
        SessionFactory factory = PresetSessionFactory.build(dataSource, PresetDatabase.class.getClassLoader());
        return new OpenDatabase(factory, transactions(factory), repositories(factory));
    }

    /** Hibernate would say that it does not know the database, but not why it got no connection. */
    private void requireConnection() {
        try (Connection connection = dataSource.getConnection()) {
            connection.getMetaData();
        } catch (SQLException failed) {
            throw new DataAccessResourceFailureException("No connection", failed);
        }
    }

    /**
     * Creates transactions without exposing the data source: the transaction manager would bind it to the thread, to
     * which the application may have bound it for its own transaction.
     */
    private TransactionTemplate transactions(EntityManagerFactory entities) {
        JpaTransactionManager manager = new JpaTransactionManager();
        manager.setEntityManagerFactory(entities);
        manager.setJpaDialect(DIALECT);
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setTimeout((int) longestTransaction.toSeconds());
        return template;
    }

    private static Repositories repositories(EntityManagerFactory entities) {
        EntityManager shared = SharedEntityManagerCreator.createSharedEntityManager(entities);
        JpaRepositoryFactory repositories = new JpaRepositoryFactory(shared);
        return new Repositories(
                repositories.getRepository(StoredPresetRepository.class),
                repositories.getRepository(StoredPresetVersionRepository.class));
    }

    synchronized void close() {
        closed = true;
        OpenDatabase last = open;
        open = null;
        if (last != null) {
            last.factory().close();
        }
    }
}
