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
 * Case (i): what it costs that a transaction goes from one thread to another: taken off the one, put on the other.
 * Alone: {@code java -jar benchmarks.jar jmh TransactionBenchmark -prof gc}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TransactionBenchmark {

    /** How many callbacks are registered with the transaction. */
    @Param({"0", "3"})
    public int callbacks;

    private Transaction transaction;

    /** Begins a transaction that has a connection. */
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

    /** Ends it. */
    @TearDown(Level.Trial)
    public void end() throws Throwable {
        transaction.rollback();
    }

    /** What two threads do at a boundary. */
    @Benchmark
    public void boundary() throws Throwable {
        transaction.detach();
        transaction.attach();
    }
}
