package io.concor.experiments.twin;

import io.concor.SimpleTask;
import io.concor.SynchronizedRemoteTask;
import java.util.concurrent.Executor;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/**
 * The twin of {@code money-tracker}, with the threads of the preset {@code production}: 32 book, each transaction on one of
 * them from the reader to the commit; one serves the log and the errors.
 */
final class MoneyTrackerTwin extends TwinFlow {

    static final int BOOKING_THREADS = 32;

    private static final int TRANSACTION_SECONDS = 15;

    private final SimpleTask<Object, Object> translator;
    private final SynchronizedRemoteTask<Object, Object> reader;
    private final SimpleTask<Object, Object> calculator;
    private final SynchronizedRemoteTask<Object, Object> updater;
    private final PlatformTransactionManager transactions;
    private final DefaultTransactionDefinition transaction = new DefaultTransactionDefinition();
    private final Executor bookings = stage("bookings", BOOKING_THREADS);

    MoneyTrackerTwin(SampleTasks tasks) {
        super(tasks, "trxLogger", "trxErrorHandler");
        this.translator = tasks.task("trxTranslator", SimpleTask.class);
        this.reader = tasks.task("trxReader", SynchronizedRemoteTask.class);
        this.calculator = tasks.task("trxCalculator", SimpleTask.class);
        this.updater = tasks.task("trxUpdater", SynchronizedRemoteTask.class);
        this.transactions = tasks.beans().getBean(PlatformTransactionManager.class);
        this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        this.transaction.setTimeout(TRANSACTION_SECONDS);
    }

    @Override
    void begin(Object message, Event event) throws Throwable {
        Object trx = translator.apply(message);
        event.continueOn(bookings, () -> event.complete(book(trx)));
    }

    private Object book(Object trx) throws Throwable {
        TransactionStatus status = transactions.getTransaction(transaction);
        Object booked;
        try {
            booked = updater.apply(calculator.apply(reader.apply(trx)));
        } catch (Throwable error) {
            transactions.rollback(status);
            throw error;
        }
        transactions.commit(status);
        return booked;
    }
}
