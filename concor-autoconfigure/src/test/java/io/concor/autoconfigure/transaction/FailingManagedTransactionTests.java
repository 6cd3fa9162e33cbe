package io.concor.autoconfigure.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The state of the transaction and of the thread after failures. */
class FailingManagedTransactionTests extends ManagedTransactionFixture {

    @Test
    void removesWhatATaskLeftBound() throws Throwable {
        Transaction transaction = transactions.begin();
        TransactionSynchronizationManager.bindResource("forgotten", "by a task");
        transaction.rollback();

        assertThat(TransactionSynchronizationManager.hasResource("forgotten")).isFalse();
    }

    @Test
    void restoresTheThreadIfTheTransactionCannotBegin() {
        new TransactionTemplate(manager).executeWithoutResult(own -> {
            book(1);
            assertThatThrownBy(transactions::begin).isInstanceOf(CannotCreateTransactionException.class);
            book(2);
        });
        assertThat(booked()).containsExactly(1, 2);
    }

    /** Fails when Spring sorts the callbacks. */
    private static final class Unordered implements TransactionSynchronization {

        private boolean failing;

        @Override
        public int getOrder() {
            if (failing) {
                throw new IllegalStateException("no order");
            }
            return 0;
        }
    }

    @Test
    void returnsTheConnectionIfTheThreadCannotBeCleared() throws Throwable {
        Transaction transaction = transactions.begin();
        book(1);
        transaction.detach();
        Unordered own = new Unordered();
        TransactionSynchronizationManager.initSynchronization();
        TransactionSynchronizationManager.registerSynchronization(own);
        TransactionSynchronizationManager.registerSynchronization(new Unordered());
        own.failing = true;

        assertThatIllegalStateException().isThrownBy(transaction::attach).withMessage("no order");
        transaction.rollback();

        own.failing = false;
        assertThat(TransactionSynchronizationManager.getSynchronizations())
                .hasSize(2)
                .contains(own);
        TransactionSynchronizationManager.clear();
        assertThat(booked()).isEmpty();
    }

    /** Fails when Spring adds it to a map or a set. */
    private static class Unhashable {

        boolean failing;

        @Override
        public final int hashCode() {
            if (failing) {
                throw new IllegalStateException("no hash code");
            }
            return 1;
        }

        @Override
        public final boolean equals(Object other) {
            return this == other;
        }
    }

    private static final class Unregistrable extends Unhashable implements TransactionSynchronization {}

    @Test
    void isRolledBackIfACallbackPreventsAttaching() throws Throwable {
        Transaction transaction = transactions.begin();
        book(1);
        Unregistrable callback = new Unregistrable();
        TransactionSynchronizationManager.registerSynchronization(callback);
        transaction.detach();
        callback.failing = true;

        onAnother(does(() -> {
            assertThatIllegalStateException().isThrownBy(transaction::attach).withMessage("no hash code");
            transaction.rollback();
        }));

        assertThat(booked()).isEmpty();
    }

    @Test
    void restoresTheThreadIfLeakedBindingsCannotBeRemoved() throws Throwable {
        TransactionSynchronizationManager.bindResource("view", "own");
        TransactionSynchronizationManager.setCurrentTransactionName("own");
        Transaction transaction = transactions.begin();
        book(1);
        Unhashable left = new Unhashable();
        TransactionSynchronizationManager.bindResource(left, "by a task");
        left.failing = true;

        assertThatIllegalStateException().isThrownBy(transaction::commit).withMessage("no hash code");

        assertThat(TransactionSynchronizationManager.getResource("view")).isEqualTo("own");
        assertThat(TransactionSynchronizationManager.getCurrentTransactionName())
                .isEqualTo("own");
        left.failing = false;
        ThreadBindings.clear();
        assertThat(booked()).containsExactly(1);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void warnsOnceOfWhatTasksLeaveBound(CapturedOutput output) throws Throwable {
        for (int i = 0; i < 2; i++) {
            Transaction transaction = transactions.begin();
            TransactionSynchronizationManager.bindResource("forgotten", "by a task");
            transaction.commit();
        }
        assertThat(output).containsOnlyOnce("{forgotten=by a task}").contains("JdbcTransactionManager");
    }

    @Test
    void isRefusedForManagersThatBindElsewhere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ManagedTransactions.of(new JtaTransactionManager()))
                .withMessageContaining("JtaTransactionManager binds its transactions to threads outside of Spring");
    }

    @Test
    void isRefusedForProxiesOfManagersThatBindElsewhere() {
        PlatformTransactionManager twice = behindAProxy(behindAProxy(new JtaTransactionManager()));
        assertThat(ManagedTransactions.canChangeThreads(twice)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ManagedTransactions.of(twice))
                .withMessageContaining("JtaTransactionManager binds its transactions to threads outside of Spring");
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                TransactionDefinition.PROPAGATION_SUPPORTS,
                TransactionDefinition.PROPAGATION_MANDATORY,
                TransactionDefinition.PROPAGATION_NEVER
            })
    void isRefusedForAPropagationThatDoesNotBeginATransaction(int propagation) {
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition(propagation);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ManagedTransactions.of(manager, definition))
                .withMessageContaining("propagation " + propagation + " does not begin a transaction");
    }
}
