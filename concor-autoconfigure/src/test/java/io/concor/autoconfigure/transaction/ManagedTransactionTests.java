package io.concor.autoconfigure.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One transaction, taken from thread to thread by hand. */
class ManagedTransactionTests {

    private final HikariDataSource dataSource = new HikariDataSource();
    private final JdbcTemplate jdbc = new JdbcTemplate(dataSource);
    private final JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
    private final ManagedTransactions transactions = ManagedTransactions.of(manager);
    private final ExecutorService another = Executors.newSingleThreadExecutor();

    @BeforeEach
    void create() {
        dataSource.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID());
        dataSource.setMaximumPoolSize(1);
        dataSource.setConnectionTimeout(250);
        jdbc.execute("create table booking (id int primary key)");
    }

    @AfterEach
    void nothingIsLeftBehind() throws Exception {
        assertThat(ThreadBindings.takeDown()).isSameAs(ThreadBindings.NONE);
        assertThat(onAnother(ThreadBindings::takeDown)).isSameAs(ThreadBindings.NONE);
        assertThat(dataSource.getHikariPoolMXBean().getActiveConnections()).isZero();
        another.shutdown();
        dataSource.close();
    }

    private <T> T onAnother(Callable<T> call) throws Exception {
        return another.submit(call).get(5, TimeUnit.SECONDS);
    }

    private void book(int id) {
        jdbc.update("insert into booking values (?)", id);
    }

    private List<Integer> booked() {
        return jdbc.queryForList("select id from booking order by id", Integer.class);
    }

    private static Callable<Object> does(Step step) {
        return () -> {
            try {
                step.run();
            } catch (Exception thrown) {
                throw thrown;
            } catch (Throwable thrown) {
                throw new AssertionError(thrown);
            }
            return true;
        };
    }

    private interface Step {
        void run() throws Throwable;
    }

    @Test
    void isCommittedOnAnotherThreadThanItBeganOn() throws Throwable {
        Transaction transaction = transactions.begin();
        book(1);
        transaction.detach();
        assertThat(ThreadBindings.takeDown()).isSameAs(ThreadBindings.NONE);

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
    void isRolledBackWhereNoThreadHoldsIt() throws Throwable {
        Transaction transaction = transactions.begin();
        book(1);
        transaction.detach();

        onAnother(does(transaction::rollback));

        assertThat(booked()).isEmpty();
    }

    @Test
    void takesAllFlagsAlong() throws Throwable {
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
    void leavesToTheThreadWhatItHoldsByItself() throws Throwable {
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
    void dropsWhatATaskHasLeftBound() throws Throwable {
        Transaction transaction = transactions.begin();
        TransactionSynchronizationManager.bindResource("forgotten", "by a task");
        transaction.rollback();

        assertThat(TransactionSynchronizationManager.hasResource("forgotten")).isFalse();
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
    void givesTheThreadItsOwnBackWhereItCannotBegin() {
        new TransactionTemplate(manager).executeWithoutResult(own -> {
            book(1);
            assertThatThrownBy(transactions::begin).isInstanceOf(CannotCreateTransactionException.class);
            book(2);
        });
        assertThat(booked()).containsExactly(1, 2);
    }

    @Test
    void isHeldByOneThreadAtMost() throws Throwable {
        Transaction transaction = transactions.begin();
        assertThatIllegalStateException().isThrownBy(transaction::attach).withMessageContaining("held by");
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

    /** Spring asks callbacks for their order when it is asked for them. */
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
    void givesTheConnectionBackWhereTheThreadCannotBeCleared() throws Throwable {
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

    /** Spring keeps what is bound in a map, and what is registered in a set. */
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
    void isRolledBackWhereACallbackKeepsItFromBeingAttached() throws Throwable {
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
    void givesTheThreadItsOwnBackWhereWhatATaskHasLeftCannotBeDropped() throws Throwable {
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
        ThreadBindings.drop();
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

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void releasesConnectionsHeldBesideTheTransaction(int moves) throws Throwable {
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
    void isRefusedForManagersThatBindElsewhere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ManagedTransactions.of(new JtaTransactionManager()))
                .withMessageContaining("JtaTransactionManager binds its transactions to threads outside of Spring");
    }

    private static PlatformTransactionManager behindAProxy(PlatformTransactionManager target) {
        return (PlatformTransactionManager) new ProxyFactory(target).getProxy();
    }

    @Test
    void isRefusedForManagersThatBindElsewhereBehindAProxy() {
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
    void isRefusedWhereNoneWouldBegin(int propagation) {
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition(propagation);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ManagedTransactions.of(manager, definition))
                .withMessageContaining("propagation " + propagation + " begins no transaction");
    }

    @Test
    void hasTheNameOfItsManagersClassUnlessItIsGivenAnother() {
        assertThat(transactions.name()).isEqualTo("JdbcTransactionManager");
        assertThat(ManagedTransactions.of(behindAProxy(manager)).name()).isEqualTo("JdbcTransactionManager");
        assertThat(transactions.named("orders").name()).isEqualTo("orders");
    }
}
