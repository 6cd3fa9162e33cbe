package io.concor.autoconfigure.transaction;

import io.concor.Transaction;
import io.concor.Transactions;
import java.util.Set;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.util.ClassUtils;

/**
 * Begins transactions of a transaction manager of Spring for the events of a flow:
 *
 * <pre>{@code
 * builder.transaction("reader", "updater", ManagedTransactions.of(transactionManager))
 * }</pre>
 *
 * <p>Code that a task calls finds the transaction on its thread as usual: what is {@code @Transactional} joins it, or
 * suspends it where it requires a new one. The manager may be any that keeps what it binds to a thread in Spring's
 * {@code TransactionSynchronizationManager}, as those for JPA, JDBC and messaging do; JTA keeps it elsewhere.
 * Thread-safe.
 */
public final class ManagedTransactions implements Transactions {

    private static final String JTA = "org.springframework.transaction.jta.JtaTransactionManager";
    private static final Set<Integer> BEGINNING = Set.of(
            TransactionDefinition.PROPAGATION_REQUIRED,
            TransactionDefinition.PROPAGATION_REQUIRES_NEW,
            TransactionDefinition.PROPAGATION_NESTED);

    private final String name;
    private final PlatformTransactionManager manager;
    private final TransactionDefinition definition;
    private final LeakedBindingWarning left;

    private ManagedTransactions(String name, PlatformTransactionManager manager, TransactionDefinition definition) {
        this.name = name;
        this.manager = manager;
        this.definition = definition;
        this.left = new LeakedBindingWarning(name);
    }

    /**
     * Transactions with the manager's defaults.
     *
     * @param manager begins, commits and rolls back
     * @throws IllegalArgumentException when its transactions cannot change threads
     */
    public static ManagedTransactions of(PlatformTransactionManager manager) {
        return of(manager, TransactionDefinition.withDefaults());
    }

    /**
     * Transactions.
     *
     * @param manager begins, commits and rolls back
     * @param definition time limit in whole seconds, isolation, whether read-only; always a new transaction is begun
     * @throws IllegalArgumentException when the manager's transactions cannot change threads, or the definition's
     *     propagation begins none where there is none
     */
    public static ManagedTransactions of(PlatformTransactionManager manager, TransactionDefinition definition) {
        if (!canChangeThreads(manager)) {
            throw new IllegalArgumentException(
                    "%s binds its transactions to threads outside of Spring, so they cannot change threads; use a manager for JPA, JDBC or messaging"
                            .formatted(type(manager).getName()));
        }
        if (!BEGINNING.contains(definition.getPropagationBehavior())) {
            throw new IllegalArgumentException(
                    "propagation %d begins no transaction where there is none; use PROPAGATION_REQUIRED"
                            .formatted(definition.getPropagationBehavior()));
        }
        return new ManagedTransactions(ClassUtils.getShortName(type(manager)), manager, definition);
    }

    /**
     * Whether a manager's transactions can change threads.
     *
     * @param manager the manager, or a proxy of it
     */
    public static boolean canChangeThreads(PlatformTransactionManager manager) {
        boolean bindsElsewhere = false;
        for (Class<?> type = type(manager); type != null; type = type.getSuperclass()) {
            bindsElsewhere |= type.getName().equals(JTA); // JTA itself need not be there
        }
        return !bindsElsewhere;
    }

    private static Class<?> type(PlatformTransactionManager manager) {
        return AopProxyUtils.ultimateTargetClass(manager);
    }

    /**
     * These transactions under another name than that of the manager's class.
     *
     * @param name what a topology calls them
     */
    public ManagedTransactions named(String name) {
        return new ManagedTransactions(name, manager, definition);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Transaction begin() {
        return ManagedTransaction.begin(manager, definition, left);
    }
}
