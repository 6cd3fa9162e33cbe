package io.concor.autoconfigure.transaction;

import io.concor.Transaction;
import io.concor.Transactions;
import io.concor.text.Sentence;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.util.ClassUtils;

/**
 * Begins transactions of a Spring transaction manager for the events of a flow:
 *
 * <pre>{@code
 * builder.transaction("reader", "updater", ManagedTransactions.of(transactionManager))
 * }</pre>
 *
 * <p>Code that a task calls finds the transaction on its thread as usual: a {@code @Transactional} method joins it, or
 * suspends it if it requires a new one. The manager must keep its thread-bound state in Spring's
 * {@code TransactionSynchronizationManager}, as those for JPA, JDBC and messaging do; JTA does not. Thread-safe.
 */
public final class ManagedTransactions implements Transactions {

    private static final Logger log = LoggerFactory.getLogger(ManagedTransactions.class);
    private static final String JTA = "org.springframework.transaction.jta.JtaTransactionManager";
    private static final Set<Integer> BEGINNING = Set.of(
            TransactionDefinition.PROPAGATION_REQUIRED,
            TransactionDefinition.PROPAGATION_REQUIRES_NEW,
            TransactionDefinition.PROPAGATION_NESTED);

    private final String name;
    private final PlatformTransactionManager manager;
    private final TransactionDefinition definition;
    private final AtomicBoolean leakLogged = new AtomicBoolean();

    private ManagedTransactions(String name, PlatformTransactionManager manager, TransactionDefinition definition) {
        this.name = name;
        this.manager = manager;
        this.definition = definition;
    }

    /**
     * Returns transactions with the defaults of the manager.
     *
     * @param manager the transaction manager
     * @throws IllegalArgumentException if its transactions cannot change threads
     */
    public static ManagedTransactions of(PlatformTransactionManager manager) {
        return of(manager, TransactionDefinition.withDefaults());
    }

    /**
     * Returns transactions with a definition.
     *
     * @param manager the transaction manager
     * @param definition the timeout in whole seconds, the isolation and the read-only flag; a transaction is always new
     * @throws IllegalArgumentException if the manager's transactions cannot change threads, or the definition's
     *     propagation does not begin a transaction if there is none
     */
    public static ManagedTransactions of(PlatformTransactionManager manager, TransactionDefinition definition) {
        if (!canChangeThreads(manager)) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s binds its transactions to threads outside of Spring, so they cannot change threads; use a manager for JPA, JDBC or messaging",
                    type(manager).getName()));
        }
        if (!BEGINNING.contains(definition.getPropagationBehavior())) {
            throw new IllegalArgumentException(Sentence.of(
                    "propagation %d does not begin a transaction; use PROPAGATION_REQUIRED",
                    definition.getPropagationBehavior()));
        }
        return new ManagedTransactions(ClassUtils.getShortName(type(manager)), manager, definition);
    }

    /**
     * Returns whether the transactions of a manager can change threads.
     *
     * @param manager the transaction manager, or a proxy of it
     */
    public static boolean canChangeThreads(PlatformTransactionManager manager) {
        boolean bindsElsewhere = false;
        for (Class<?> type = type(manager); type != null; type = type.getSuperclass()) {
            bindsElsewhere |= type.getName().equals(JTA); // by name, because JTA may be missing
        }
        return !bindsElsewhere;
    }

    private static Class<?> type(PlatformTransactionManager manager) {
        return AopProxyUtils.ultimateTargetClass(manager);
    }

    /**
     * Returns these transactions with a name other than that of the manager's class.
     *
     * @param name the name in topologies
     */
    public ManagedTransactions named(String name) {
        return new ManagedTransactions(name, manager, definition);
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns what begins and ends the transactions. */
    public PlatformTransactionManager manager() {
        return manager;
    }

    /** Returns whether the transactions only read. */
    public boolean isReadOnly() {
        return definition.isReadOnly();
    }

    /** Returns whether the transactions see one state of the database to their end: repeatable read, or serializable. */
    public boolean keepSnapshot() {
        return definition.getIsolationLevel() >= TransactionDefinition.ISOLATION_REPEATABLE_READ;
    }

    /** Logs once the resources that tasks bound to their thread in a transaction and did not unbind. */
    private void warnOnceOfLeaked(Map<Object, Object> resources) {
        if (!resources.isEmpty() && leakLogged.compareAndSet(false, true)) {
            log.warn(
                    "A task in a transaction of '{}' bound {} to its thread and did not unbind it; it was removed at the end of the transaction (logged once). Unbind resources in the task that binds them.",
                    name,
                    resources);
        }
    }

    @Override
    public Transaction begin() {
        return ManagedTransaction.begin(manager, definition, this::warnOnceOfLeaked);
    }
}
