package io.concor.autoconfigure.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.CatchTask;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.autoconfigure.LogCapture;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FailureCheckTests {

    private final AtomicLong nanos = new AtomicLong();
    private final Manager manager = new Manager();
    private final FailureCheck check = new FailureCheck(manager, () -> true, nanos::get);
    private final AtomicReference<CatchTask<Integer>> fallback = new AtomicReference<>(error -> 0);
    private final AtomicInteger failing = new AtomicInteger();
    private Flow<Integer, Integer> flow = flow();

    @RegisterExtension
    private final LogCapture log = new LogCapture(FailureCheck.class);

    private Flow<Integer, Integer> flow() {
        return Flows.<Integer>create("orders")
                .map((Integer order) -> 100 / order, "bank")
                .catching(error -> fallback.get().onError(error), "fallback")
                .build();
    }

    @BeforeEach
    void register() {
        manager.register(flow);
        send(0, 50);
        checkAfter(0);
    }

    @AfterEach
    void close() {
        flow.close();
    }

    private void send(int order, int times) {
        for (int i = 0; i < times; i++) {
            flow.submit(order).exceptionally(error -> -1).join();
        }
    }

    private void checkAfter(long seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
        check.check(manager.flow("orders").summary());
    }

    @Test
    void reportsBeginAndEndOnceEach() {
        send(0, 20);
        send(1, 60);
        checkAfter(10);
        send(0, 20);
        send(1, 60);
        checkAfter(10);
        assertThat(log.messages())
                .containsExactly(
                        "Flow 'orders': a catch component handled the error of 20 of the 80 events that ended in the last 10s,"
                                + " most of 'bank', the latest ArithmeticException. See "
                                + OverloadText.endpoints("orders", true));

        send(0, 1);
        send(1, 9);
        checkAfter(30);
        assertThat(log.messages()).as("within a minute").hasSize(1);
        send(0, 1);
        send(1, 99);
        checkAfter(20);

        assertThat(log.messages())
                .hasSize(2)
                .last()
                .isEqualTo(
                        "Flow 'orders': few events fail or need a catch component now, 1 of the 100 events that ended in the last 20s");
    }

    @Test
    void doesNotCountWhatHasNotHappened() {
        send(0, 20);
        checkAfter(10);
        checkAfter(60);

        assertThat(log.messages())
                .last()
                .isEqualTo("Flow 'orders': no events fail or need a catch component now; none ended in the last 1m");
    }

    @Test
    void reportsThatManyEventsFailAlsoThroughACatchComponent() {
        fallback.set(error -> {
            throw new IllegalStateException("unknown", error);
        });
        send(0, 20);
        send(1, 60);
        checkAfter(10);

        assertThat(log.messages())
                .containsExactly(
                        "Flow 'orders': 20 of the 80 events that ended in the last 10s failed, 0 of them by timeout,"
                                + " most of 'bank', the latest ArithmeticException. See "
                                + OverloadText.endpoints("orders", true));
    }

    @Test
    void countsFailuresAndRecoveredEventsTogether() {
        fallback.set(error -> {
            if (failing.getAndDecrement() > 0) {
                throw error;
            }
            return 0;
        });
        failing.set(15);
        send(0, 28);
        send(1, 72);
        checkAfter(10);

        assertThat(log.messages()).singleElement().asString().startsWith("Flow 'orders': 15 of the 100 events");
    }

    @Test
    void tellsTimeoutsThatEndEventsFromThoseThatRecover() {
        flow.close();
        flow = Flows.<Integer>create("orders")
                .timeout(Duration.ofMillis(20))
                .<Integer>bind(
                        (order, back) -> {
                            if (order != 0) {
                                back.complete(order);
                            }
                        },
                        "remote")
                .catching(error -> 1, "fallback")
                .<Integer>map(
                        order -> {
                            throw new IllegalStateException("planted");
                        },
                        "store")
                .build();
        manager.register(flow);
        checkAfter(10);
        send(0, 3);
        send(1, 12);
        checkAfter(10);

        assertThat(log.messages())
                .singleElement()
                .asString()
                .startsWith(
                        "Flow 'orders': 15 of the 15 events that ended in the last 10s failed, 0 of them by timeout,"
                                + " most of 'store'");
    }

    @Test
    void reportsAtOnceThatNearlyAllEventsFailAfterSome() {
        fallback.set(error -> {
            throw new IllegalStateException("unknown", error);
        });
        send(0, 20);
        send(1, 60);
        checkAfter(10);
        send(0, 40);
        checkAfter(10);

        assertThat(log.messages())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("Flow 'orders': 40 of the 40 events that ended in the last 10s failed");
    }

    @Test
    void reportsAtOnceThatNearlyAllEventsRecoverAfterSome() {
        send(0, 20);
        send(1, 60);
        checkAfter(10);
        send(0, 40);
        checkAfter(10);
        send(0, 40);
        checkAfter(10);

        assertThat(log.messages())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("Flow 'orders': a catch component handled the error of 40 of the 40 events");
    }

    @Test
    void waitsAMinuteToReportThatFewerEventsFail() {
        send(0, 40);
        checkAfter(10);
        send(0, 20);
        send(1, 60);
        checkAfter(10);
        assertThat(log.messages()).hasSize(1);
    }

    @Test
    void reportsThatEventsFailWhichRecoveredBefore() {
        send(0, 20);
        checkAfter(10);
        fallback.set(error -> {
            throw new IllegalStateException("unknown", error);
        });
        send(0, 20);
        checkAfter(60);

        assertThat(log.messages())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("Flow 'orders': 20 of the 20 events that ended");
    }

    @Test
    void doesNotReportAFewErrors() {
        send(0, 9);
        checkAfter(10);
        send(0, 19);
        send(1, 81);
        checkAfter(10);

        assertThat(log.messages()).isEmpty();
    }

    @Test
    void doesNotCompareAFlowWithAnEarlierOneOfItsName() {
        flow.close();
        flow = flow();
        manager.register(flow);
        send(0, 80);
        checkAfter(10);
        assertThat(log.messages()).as("80 instead of 50").isEmpty();

        send(0, 20);
        checkAfter(10);
        assertThat(log.messages()).hasSize(1);
    }

    @Test
    void reportsNothingOfAStoppedFlow() {
        send(0, 20);
        manager.flow("orders").stop(Duration.ZERO);
        checkAfter(10);

        assertThat(log.messages()).isEmpty();
    }

    @Test
    void comparesPeriodsOfTenSeconds() {
        send(0, 20);
        checkAfter(9);
        assertThat(log.messages()).isEmpty();

        checkAfter(1);
        assertThat(log.messages()).hasSize(1);
    }
}
