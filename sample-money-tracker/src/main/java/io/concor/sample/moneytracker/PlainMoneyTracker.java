package io.concor.sample.moneytracker;

import io.concor.sample.support.FirstAnswer;
import io.concor.sample.support.PlainFlow;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The money tracker without Concor, for comparison: the same tasks, called by hand, with the threads of the preset
 * {@code production}. 32 threads book, each transaction on one of them from the reader to the commit; one thread serves
 * the log and the errors. No transaction expires; the connection pool, the database transaction and the socket have
 * timeouts of their own.
 */
@Component
@Profile("plain")
class PlainMoneyTracker extends PlainFlow implements TrxEntry {

    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(15);

    /** Fewer than connections to the database: see {@code maximum-pool-size}. */
    static final int BOOKING_THREADS = 32;

    private final TrxTranslator translator;
    private final TrxManager manager;
    private final TrxCalculator calculator;
    private final TrxLogger trxLogger;
    private final TrxErrorHandler errorHandler;
    private final TransactionTemplate transaction;
    private final Stage bookings = stage("bookings", BOOKING_THREADS);

    PlainMoneyTracker(
            TrxTranslator translator,
            TrxManager manager,
            TrxCalculator calculator,
            TrxLogger trxLogger,
            TrxErrorHandler errorHandler,
            PlatformTransactionManager transactions,
            MoneyTrackerProperties properties) {
        super(properties.maxInFlight());
        this.translator = translator;
        this.manager = manager;
        this.calculator = calculator;
        this.trxLogger = trxLogger;
        this.errorHandler = errorHandler;
        this.transaction = new TransactionTemplate(transactions);
        this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        this.transaction.setTimeout(Math.toIntExact(TRANSACTION_TIMEOUT.toSeconds()));
    }

    @Override
    public CompletableFuture<BookedTrx> tryEnter(String message) {
        if (!tryAdmit()) {
            return CompletableFuture.failedFuture(new NotTakenException());
        }
        CompletableFuture<BookedTrx> result = new CompletableFuture<>();
        FirstAnswer<BookedTrx> end = new FirstAnswer<>(
                booked -> conclude(() -> complete(result, () -> logged(booked))),
                error -> conclude(() -> complete(result, () -> errorHandler.onError(error))));
        attempt(end, () -> {
            Trx trx = translator.apply(message);
            bookings.execute(end, () -> end.complete(book(trx)));
        });
        return result;
    }

    private BookedTrx book(Trx trx) {
        return transaction.execute(status -> manager.update(calculator.apply(manager.read(trx))));
    }

    private BookedTrx logged(BookedTrx booked) throws Throwable {
        try {
            trxLogger.accept(booked);
            return booked;
        } catch (Throwable error) {
            return errorHandler.onError(error);
        }
    }

    /** Ends a transaction with a value or an error. */
    private interface LastTask {
        BookedTrx run() throws Throwable;
    }

    private static void complete(CompletableFuture<BookedTrx> result, LastTask lastTask) {
        try {
            result.complete(lastTask.run());
        } catch (Throwable error) {
            result.completeExceptionally(error);
        }
    }
}
