package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.concor.diagnosis.Predictions.Question;
import io.concor.diagnosis.signal.OwnThreads;
import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.layout.Layout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PredictionsAtOnceTest {

    private static final WhatIf FIRST = prediction();
    private static final WhatIf NEXT = prediction();

    private final Predictions predictions = new Predictions(new OwnThreads(), Duration.ofMillis(20), System::nanoTime);
    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private final CountDownLatch end = new CountDownLatch(1);

    private static WhatIf prediction() {
        Performance any = new Performance(1, 1, 1, null);
        return new WhatIf("orders", any, any, List.of());
    }

    @AfterEach
    void stop() {
        end.countDown();
        other.shutdownNow();
        predictions.close();
    }

    private WhatIf answer(double rate, Supplier<WhatIf> prediction) {
        Question question = new Question("orders", new Layout(1, Map.of()), Map.of(), OptionalDouble.of(rate));
        return predictions.answer(question, Optional.empty(), prediction);
    }

    private Future<WhatIf> occupy() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Future<WhatIf> predicted = other.submit(() -> answer(1, () -> {
            begun.countDown();
            awaitEnd();
            return FIRST;
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
        Future<WhatIf> first = occupy();

        assertThatExceptionOfType(PredictionBusyException.class)
                .isThrownBy(() -> answer(2, () -> FIRST))
                .withMessageStartingWith("flow 'orders': no prediction within 20ms")
                .withMessageEndingWith("try again in some seconds");

        end.countDown();
        assertThat(first.get(30, TimeUnit.SECONDS)).isSameAs(FIRST);
        assertThat(answer(3, () -> NEXT)).isSameAs(NEXT);
    }

    @Test
    void goesOnAfterAPredictionThatFails() {
        assertThatIllegalStateException()
                .isThrownBy(() -> answer(1, () -> {
                    throw new IllegalStateException("planted");
                }));

        assertThat(answer(2, () -> NEXT)).isSameAs(NEXT);
    }

    @Test
    void doesNotWaitIfTheCallerIsInterrupted() throws Exception {
        occupy();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(PredictionBusyException.class).isThrownBy(() -> answer(2, () -> FIRST));

        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    }
}
