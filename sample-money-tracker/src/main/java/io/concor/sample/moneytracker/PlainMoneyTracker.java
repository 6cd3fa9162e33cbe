package io.concor.sample.moneytracker;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The same money tracker without Concor, to compare with: the same tasks, called by hand, in the thread model of the
 * preset {@code production}. 32 threads book, each transaction on one of them from the reader to the commit; one thread
 * serves the log and the errors.
 *
 * <p>As many transactions may be inside as a queue is long, so that no queue is ever full. No transaction is given up
 * for its age: each wait inside has a timeout of its own, for a connection to the database, in the database
 * transaction, and for a database that is silent. Runs once: what was stopped is not started again.
 */
@Component
@Profile("plain")
class PlainMoneyTracker implements Entrance, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(PlainMoneyTracker.class);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(15);

    /** Fewer than connections to the database: see there. */
    static final int BOOKING_THREADS = 32;

    private final Translator translator;
    private final TrxManager manager;
    private final TrxCalculator calculator;
    private final TrxLogger trxLogger;
    private final ErrorHandler errorHandler;
    private final TransactionTemplate transaction;
    private final int maxInFlight;
    private final Semaphore room;
    private final ThreadPoolExecutor bookings;
    private final ThreadPoolExecutor logs;
    private volatile boolean open;

    PlainMoneyTracker(
            Translator translator,
            TrxManager manager,
            TrxCalculator calculator,
            TrxLogger trxLogger,
            ErrorHandler errorHandler,
            PlatformTransactionManager transactions,
            MoneyTrackerProperties properties) {
        this.translator = translator;
        this.manager = manager;
        this.calculator = calculator;
        this.trxLogger = trxLogger;
        this.errorHandler = errorHandler;
        this.transaction = new TransactionTemplate(transactions);
        this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        this.transaction.setTimeout(Math.toIntExact(TRANSACTION_TIMEOUT.toSeconds()));
        this.maxInFlight = properties.maxInFlight();
        this.room = new Semaphore(maxInFlight);
        this.bookings = threads("plain-bookings-", BOOKING_THREADS);
        this.logs = threads("plain-logs-", 1);
    }

    private ThreadPoolExecutor threads(String name, int count) {
        return new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(maxInFlight),
                new CustomizableThreadFactory(name));
    }

    @Override
    public CompletableFuture<BookedTrx> tryEnter(String message) {
        if (!room.tryAcquire()) {
            return notTaken();
        }
        // looked at with the permit in hand: the stop takes all permits, and so waits for whoever saw it open
        if (!open) {
            room.release();
            return notTaken();
        }
        CompletableFuture<BookedTrx> result = new CompletableFuture<>();
        try {
            Trx trx = translator.apply(message);
            bookings.execute(new Booking(trx, result));
        } catch (Throwable error) {
            failed(error, result);
        }
        return result;
    }

    private static CompletableFuture<BookedTrx> notTaken() {
        return CompletableFuture.failedFuture(new NotTakenException());
    }

    private final class Booking implements Runnable {

        private final Trx trx;
        private final CompletableFuture<BookedTrx> result;

        Booking(Trx trx, CompletableFuture<BookedTrx> result) {
            this.trx = trx;
            this.result = result;
        }

        @Override
        public void run() {
            book(trx, result);
        }
    }

    private void book(Trx trx, CompletableFuture<BookedTrx> result) {
        BookedTrx booked;
        try {
            booked = transaction.execute(status -> manager.update(calculator.apply(manager.read(trx))));
        } catch (Throwable error) {
            failed(error, result);
            return;
        }
        conclude(result, () -> logged(booked));
    }

    private BookedTrx logged(BookedTrx booked) throws Throwable {
        try {
            trxLogger.accept(booked);
            return booked;
        } catch (Throwable error) {
            return errorHandler.onError(error);
        }
    }

    private void failed(Throwable error, CompletableFuture<BookedTrx> result) {
        conclude(result, () -> errorHandler.onError(error));
    }

    /** The last that happens to a transaction, on the thread of the logs; those who book have other work to do. */
    private void conclude(CompletableFuture<BookedTrx> result, LastTask lastTask) {
        try {
            logs.execute(() -> finish(result, lastTask));
        } catch (RejectedExecutionException stoppedMeanwhile) {
            finish(result, lastTask);
        }
    }

    private void finish(CompletableFuture<BookedTrx> result, LastTask lastTask) {
        try {
            result.complete(lastTask.run());
        } catch (Throwable error) {
            result.completeExceptionally(error);
        } finally {
            room.release();
        }
    }

    /** Ends a transaction with a value or an error. */
    private interface LastTask {
        BookedTrx run() throws Throwable;
    }

    int inFlight() {
        return maxInFlight - room.availablePermits();
    }

    @Override
    public void start() {
        open = true;
    }

    @Override
    public void stop() {
        open = false;
        if (!allHaveLeft()) {
            LOG.warn("Stopped with {} transactions inside", inFlight());
        }
        logs.shutdown();
        bookings.shutdownNow()
                .forEach(left ->
                        failed(new RejectedExecutionException("stopped before its turn"), ((Booking) left).result));
    }

    private boolean allHaveLeft() {
        try {
            return room.tryAcquire(maxInFlight, STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public boolean isRunning() {
        return open;
    }

    /** Stopped behind the web server, which has drained by then. */
    @Override
    public int getPhase() {
        return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1024;
    }
}
