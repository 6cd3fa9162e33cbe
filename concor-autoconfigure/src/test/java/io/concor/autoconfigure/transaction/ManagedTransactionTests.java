package io.concor.autoconfigure.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.Transaction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A transaction that the test moves from thread to thread. */
class ManagedTransactionTests extends ManagedTransactionFixture {

    @Test
    void isCommittedOnAnotherThreadThanItBeganOn() throws Throwable {
        Transaction transaction = transactions.begin();
        book(1);
        transaction.detach();
        assertThat(ThreadBindings.unbindAll()).isSameAs(ThreadBindings.NONE);

        onAnother(does(() -> {
            transaction.attach();
            book(2);
            assertThat(booked()).containsExactly(1, 2);
            transaction.commit();
        }));

        assertThat(booked()).containsExactly(1, 2);
    }

    @Test
    void isRolledBackOnAnotherThreadThanItBeganOn() throws Throwable {
        Transaction transaction = transactions.begin();
        book(1);
        transaction.detach();

        onAnother(does(() -> {
            transaction.attach();
            transaction.rollback();
        }));

        assertThat(booked()).isEmpty();
    }

    @Test
    void isRolledBackWhileDetached() throws Throwable {
        Transaction transaction = transactions.begin();
        book(1);
        transaction.detach();

        onAnother(does(transaction::rollback));

        assertThat(booked()).isEmpty();
    }

    @Test
    void movesAllFlags() throws Throwable {
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setName("booking");
        definition.setReadOnly(true);
        definition.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
        Transaction transaction = ManagedTransactions.of(manager, definition).begin();
        transaction.detach();

        onAnother(does(() -> {
            transaction.attach();
            assertThat(TransactionSynchronizationManager.getCurrentTransactionName())
                    .isEqualTo("booking");
            assertThat(TransactionSynchronizationManager.isCurrentTransactionReadOnly())
                    .isTrue();
            assertThat(TransactionSynchronizationManager.getCurrentTransactionIsolationLevel())
                    .isEqualTo(TransactionDefinition.ISOLATION_SERIALIZABLE);
            assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                    .isTrue();
            transaction.commit();
        }));
    }

    @Test
    void callsBackOnTheThreadThatCommits() throws Throwable {
        List<String> calls = new ArrayList<>();
        Transaction transaction = transactions.begin();
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                calls.add("committed on " + Thread.currentThread().getId());
            }

            @Override
            public void afterCompletion(int status) {
                calls.add(status + " on " + Thread.currentThread().getId());
            }
        });
        transaction.detach();

        long thread = onAnother(() -> {
            does(transaction::attach).call();
            does(transaction::commit).call();
            return Thread.currentThread().getId();
        });

        assertThat(calls)
                .containsExactly(
                        "committed on " + thread, TransactionSynchronization.STATUS_COMMITTED + " on " + thread);
    }

    @Test
    void restoresTheBindingsOfTheThread() throws Throwable {
        TransactionSynchronizationManager.bindResource("view", "own");
        Transaction transaction = transactions.begin();
        assertThat(TransactionSynchronizationManager.getResource("view")).isNull();
        TransactionSynchronizationManager.bindResource("view", "the transaction's");
        transaction.detach();
        assertThat(TransactionSynchronizationManager.getResource("view")).isEqualTo("own");
        transaction.attach();
        assertThat(TransactionSynchronizationManager.getResource("view")).isEqualTo("the transaction's");
        TransactionSynchronizationManager.unbindResource("view");
        transaction.commit();

        assertThat(TransactionSynchronizationManager.unbindResource("view")).isEqualTo("own");
    }

    @Test
    void isAnotherTransactionThanThatOfTheThread() {
        dataSource.setMaximumPoolSize(2);
        new TransactionTemplate(manager).executeWithoutResult(own -> {
            Object connection = TransactionSynchronizationManager.getResource(dataSource);
            book(1);
            Transaction transaction = transactions.begin();
            assertThat(TransactionSynchronizationManager.getResource(dataSource))
                    .isNotNull()
                    .isNotSameAs(connection);
            book(2);
            assertThatCode(transaction::commit).doesNotThrowAnyException();
            assertThat(TransactionSynchronizationManager.getResource(dataSource))
                    .isSameAs(connection);
            own.setRollbackOnly();
        });
        assertThat(booked()).containsExactly(2);
    }

    @Test
    void isBoundToOneThreadAtMost() throws Throwable {
        Transaction transaction = transactions.begin();
        assertThatIllegalStateException().isThrownBy(transaction::attach).withMessageContaining("bound to");
        onAnother(does(() -> {
            assertThatIllegalStateException().isThrownBy(transaction::attach);
            assertThatIllegalStateException().isThrownBy(transaction::detach);
            assertThatIllegalStateException().isThrownBy(transaction::commit);
            assertThatIllegalStateException().isThrownBy(transaction::rollback);
        }));
        transaction.detach();
        assertThatIllegalStateException().isThrownBy(transaction::detach).withMessageContaining("no thread");
        assertThatIllegalStateException().isThrownBy(transaction::commit);
        transaction.attach();
        transaction.commit();
        assertThatIllegalStateException().isThrownBy(transaction::attach).withMessageContaining("has ended");
        assertThatIllegalStateException().isThrownBy(transaction::rollback).withMessageContaining("has ended");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void releasesConnectionsThatAreNotPartOfTheTransaction(int moves) throws Throwable {
        try (HikariDataSource beside = new HikariDataSource()) {
            beside.setJdbcUrl("jdbc:h2:mem:");
            Transaction transaction = transactions.begin();
            DataSourceUtils.getConnection(beside);
            for (int i = 0; i < moves; i++) {
                transaction.detach();
                transaction.attach();
            }
            transaction.commit();
            assertThat(beside.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    @Test
    void hasTheNameOfItsManagersClassUnlessItIsGivenAnother() {
        assertThat(transactions.name()).isEqualTo("JdbcTransactionManager");
        assertThat(ManagedTransactions.of(behindAProxy(manager)).name()).isEqualTo("JdbcTransactionManager");
        assertThat(transactions.named("orders").name()).isEqualTo("orders");
    }
}
