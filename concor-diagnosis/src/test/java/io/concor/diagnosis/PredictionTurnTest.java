package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PredictionTurnTest {

    private final PredictionTurn turn = new PredictionTurn(Duration.ofMillis(20));
    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void stop() {
        end.countDown();
        other.shutdownNow();
    }

    private Future<String> occupy() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Future<String> predicted = other.submit(() -> turn.take("orders", () -> {
            begun.countDown();
            awaitEnd();
            return "first";
        }));
        begun.await();
        return predicted;
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void refusesAPredictionWhileAnotherOneTakesLong() throws Exception {
        Future<String> first = occupy();

        assertThatExceptionOfType(PredictionBusyException.class)
                .isThrownBy(() -> turn.take("orders", () -> "second"))
                .withMessageStartingWith("flow 'orders': no prediction within 20ms")
                .withMessageEndingWith("try again in some seconds");

        end.countDown();
        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("first");
        assertThat(turn.take("orders", () -> "third")).isEqualTo("third");
    }

    @Test
    void goesOnAfterAPredictionThatFails() {
        assertThatIllegalStateException()
                .isThrownBy(() -> turn.take("orders", () -> {
                    throw new IllegalStateException("planted");
                }));

        assertThat(turn.take("orders", () -> "next")).isEqualTo("next");
    }

    @Test
    void doesNotWaitIfTheCallerIsInterrupted() throws Exception {
        occupy();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(PredictionBusyException.class).isThrownBy(() -> turn.take("orders", () -> "second"));

        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    }
}
