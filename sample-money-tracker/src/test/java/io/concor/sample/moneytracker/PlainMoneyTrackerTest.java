package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.PlatformTransactionManager;

/** Without Concor, too, a transaction ends once, whatever its tasks do. */
class PlainMoneyTrackerTest {

    private static final String MESSAGE = Messages.withdrawal("w-1", "1001", "1.00");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private volatile Runnable reading = () -> {};
    private volatile Runnable logging = () -> {};

    @Test
    void countsATransactionThatCannotBeLoggedAsAnError() {
        IllegalStateException full = new IllegalStateException("the disk is full");
        logging = () -> {
            throw full;
        };
        PlainMoneyTracker plain = plain(1);

        CompletableFuture<BookedTrx> result = plain.tryEnter(MESSAGE);

        assertThat(result)
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withCause(full);
        assertThat(errors()).isOne();
        await("room").until(() -> plain.inFlight() == 0);
        plain.stop();
    }

    @Test
    void endsWaitingMessagesWithAnErrorIfStoppedBeforeTheirTurn() {
        CountDownLatch reached = new CountDownLatch(PlainMoneyTracker.BOOKING_THREADS);
        reading = () -> {
            reached.countDown();
            awaitInterruption();
        };
        PlainMoneyTracker plain = plain(PlainMoneyTracker.BOOKING_THREADS + 1);
        IntStream.range(0, PlainMoneyTracker.BOOKING_THREADS).forEach(i -> plain.tryEnter(MESSAGE));
        await("a transaction on each thread").until(() -> reached.getCount() == 0);
        CompletableFuture<BookedTrx> waiting = plain.tryEnter(MESSAGE);

        Thread.currentThread().interrupt(); // waits no longer
        plain.stop();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(waiting)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(RejectedExecutionException.class)
                .withMessageContaining("stopped before its turn");
        await("the end of the others").until(() -> plain.inFlight() == 0);
        assertThat(errors()).isEqualTo(PlainMoneyTracker.BOOKING_THREADS + 1);
    }

    private static void awaitInterruption() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private double errors() {
        return meters.find("money.tracker.errors").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private PlainMoneyTracker plain(int maxInFlight) {
        PlainMoneyTracker plain = new PlainMoneyTracker(
                new TrxTranslator(),
                new TrxManager(mock(AccountRepository.class), mock(TrxRepository.class), Clock.systemUTC()) {
                    @Override
                    ReadTrx read(Trx trx) {
                        reading.run();
                        return new ReadTrx(trx, Map.of(trx.account(), BigDecimal.TEN));
                    }

                    @Override
                    BookedTrx update(CalculatedTrx calculated) {
                        return new BookedTrx(calculated.trx(), BigDecimal.ONE, Instant.EPOCH, false);
                    }
                },
                new TrxCalculator(),
                new TrxLogger() {
                    @Override
                    public void accept(BookedTrx booked) {
                        logging.run();
                    }
                },
                new TrxErrorHandler(meters),
                mock(PlatformTransactionManager.class),
                new MoneyTrackerProperties(maxInFlight, Duration.ZERO));
        plain.start();
        return plain;
    }
}
