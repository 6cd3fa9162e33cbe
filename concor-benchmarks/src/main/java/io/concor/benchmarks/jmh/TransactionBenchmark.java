package io.concor.benchmarks.jmh;

import io.concor.Transaction;
import io.concor.autoconfigure.transaction.ManagedTransactions;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcDataSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Case (i): time to move a transaction from one thread to another. To run it alone: {@code java -jar benchmarks.jar jmh
 * TransactionBenchmark -prof gc}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TransactionBenchmark {

    /** Number of callbacks registered with the transaction. */
    @Param({"0", "3"})
    public int callbacks;

    private Transaction transaction;

    /** Begins a transaction with a connection. */
    @Setup(Level.Trial)
    public void begin() throws Throwable {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:");
        transaction = ManagedTransactions.of(new DataSourceTransactionManager(database))
                .begin();
        for (int i = 0; i < callbacks; i++) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {});
        }
    }

    /** Rolls the transaction back. */
    @TearDown(Level.Trial)
    public void end() throws Throwable {
        transaction.rollback();
    }

    /** Detaches and attaches the transaction, as the two threads at a boundary do. */
    @Benchmark
    public void boundary() throws Throwable {
        transaction.detach();
        transaction.attach();
    }
}
