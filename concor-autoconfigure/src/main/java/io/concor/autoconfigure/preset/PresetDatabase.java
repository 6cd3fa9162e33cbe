package io.concor.autoconfigure.preset;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import javax.sql.DataSource;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.ConstraintViolationException.ConstraintKind;
import org.hibernate.exception.SnapshotIsolationException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The repositories of presets, with an entity manager factory and transactions of their own: none of them is a bean, so
 * that the application's own entities, repositories and transactions are neither seen nor changed. Opened when it is
 * used first, and again if that failed; never again once it was closed. Thread-safe.
 */
final class PresetDatabase {

    private static final int MOST_ATTEMPTS = 20;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(64);

    private final DataSource dataSource;
    private final Duration longestTransaction;
    private volatile @Nullable OpenDatabase open;
    private volatile boolean closed;

    /**
     * A database.
     *
     * @param longestTransaction when one fails that waits for a row that somebody holds, say; whole seconds
     */
    PresetDatabase(DataSource dataSource, Duration longestTransaction) {
        this.dataSource = dataSource;
        this.longestTransaction = longestTransaction;
    }

    /** What can be used within a transaction. */
    record Repositories(StoredPresetRepository presets, StoredPresetVersionRepository versions) {}

    private record OpenDatabase(
            LocalContainerEntityManagerFactoryBean factory,
            TransactionTemplate transactions,
            Repositories repositories) {}

    /**
     * Works in a transaction of its own, which is tried again where another got in its way.
     *
     * @throws RuntimeException one of Spring's {@code DataAccessException}s or {@code TransactionException}s, where the
     *     database is at fault
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
            throw new ConcurrencyFailureException("overtaken %d times".formatted(attempt), failed);
        }
        long most = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << attempt);
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most)); // so that those who met do not meet again
    }

    /** What is too long or missing stays so, however often it is tried. */
    private static boolean isConflict(DataAccessException failed) {
        return failed instanceof ConcurrencyFailureException
                || failed instanceof DuplicateKeyException
                || isConflict(failed.getCause());
    }

    /** Also what Spring knows no name for: how MariaDB says that a row is not as it was when the transaction began. */
    private static boolean isConflict(@Nullable Throwable cause) {
        return cause instanceof SnapshotIsolationException
                || (cause instanceof ConstraintViolationException violated
                        && violated.getKind() == ConstraintKind.UNIQUE);
    }

    private static <T> T attempt(OpenDatabase open, Function<Repositories, T> work) {
        try {
            return Objects.requireNonNull(open.transactions().execute(transaction -> work.apply(open.repositories())));
        } catch (RuntimeException failed) {
            throw DataAccessUtils.translateIfNecessary(failed, open.factory());
        }
    }

    private OpenDatabase open() {
        OpenDatabase present = open;
        if (closed) {
            throw closedForGood();
        }
        return present == null ? firstOf(connectByOwnLoader()) : present;
    }

    /** Connecting may take long, so it is not done under the lock: of two that did, one counts. */
    private OpenDatabase firstOf(OpenDatabase connected) {
        OpenDatabase kept = keep(connected);
        if (kept != connected) {
            connected.factory().destroy();
        }
        if (kept == null) {
            throw closedForGood();
        }
        return kept;
    }

    private synchronized @Nullable OpenDatabase keep(OpenDatabase connected) {
        if (open == null && !closed) {
            open = connected;
        }
        return open;
    }

    private static IllegalStateException closedForGood() {
        return new IllegalStateException("The store of presets was closed");
    }

    /**
     * Spring and Hibernate look for classes by the loader of the thread, which is whichever asks first: that of a
     * request to a server in an executable jar, say, can make no proxies of what is not public here.
     */
    private OpenDatabase connectByOwnLoader() {
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
        LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
        factory.setPersistenceUnitName("concor-presets");
        factory.setDataSource(dataSource);
        factory.setManagedTypes(
                PersistenceManagedTypes.of(StoredPreset.class.getName(), StoredPresetVersion.class.getName()));
        factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        factory.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "none"));
        factory.afterPropertiesSet();
        EntityManagerFactory entities = Objects.requireNonNull(factory.getObject());
        return new OpenDatabase(factory, transactions(factory, entities), repositories(entities));
    }

    /**
     * Without the data source, which the manager would bind to the thread: the application may have bound it there for
     * a transaction of its own.
     */
    private TransactionTemplate transactions(
            LocalContainerEntityManagerFactoryBean factory, EntityManagerFactory entities) {
        JpaTransactionManager manager = new JpaTransactionManager();
        manager.setEntityManagerFactory(entities);
        manager.setJpaDialect(Objects.requireNonNull(factory.getJpaDialect()));
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
            last.factory().destroy();
        }
    }
}
