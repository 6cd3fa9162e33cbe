package io.concor.autoconfigure.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.autoconfigure.LogCapture;
import io.concor.layout.Refusals;
import io.concor.layout.SlotState;
import io.concor.manage.Manager;
import io.concor.statistics.FlowReading;
import io.concor.statistics.FlowReading.ComponentReading;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OverloadCheckTests {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicLong nanos = new AtomicLong();
    private final Manager manager = new Manager();
    private final OverloadCheck check = new OverloadCheck(manager, Duration.ofMinutes(10), () -> false, nanos::get);
    private final Flow<String, String> flow = Flows.<String>create("orders")
            .maxInFlight(3)
            .map((String order) -> order, "parser")
            .join(JoinSettings.fixed(1).capacity(8))
            .mapSynchronizedRemote(this::hold, "resolver")
            .build();

    @RegisterExtension
    private final LogCapture log = new LogCapture(OverloadCheck.class);

    private String hold(String order) throws InterruptedException {
        gate.await();
        return order;
    }

    @BeforeEach
    void register() {
        manager.register(flow);
        check();
    }

    @AfterEach
    void close() {
        gate.countDown();
        flow.close();
    }

    private void check() {
        check.check(manager.flow("orders").summary());
    }

    private void checkAfter(long seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
        check();
    }

    /** Fills the flow: one event is with the only thread, two wait. */
    private void fill() {
        for (int i = 0; i < 3; i++) {
            assertThat(flow.tryApply("order")).isTrue();
        }
        await().atMost(PATIENCE)
                .until(() -> manager.flow("orders").slot("resolver").activeThreads() == 1
                        && manager.flow("orders").slot("resolver").queueSize() == 2);
    }

    private void empty() {
        gate.countDown();
        await().atMost(PATIENCE).until(() -> manager.flow("orders").summary().inFlight() == 0);
    }

    private void refuse(int events) {
        for (int i = 0; i < events; i++) {
            assertThat(flow.tryApply("order")).isFalse();
        }
    }

    private List<String> lines() {
        return log.events().stream()
                .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                .toList();
    }

    @Test
    void logsNothingWhileNoEventIsRefused() {
        fill();
        checkAfter(1);
        empty();
        checkAfter(60);

        assertThat(lines()).isEmpty();
    }

    /** The check did not see that it was stopped. */
    @Test
    void logsNothingWhenAFlowWasStoppedAndRefusedEventsUntilItStarted() {
        manager.flow("orders").stop(PATIENCE);
        refuse(20);
        manager.flow("orders").start();
        checkAfter(1);
        checkAfter(60);

        assertThat(lines()).isEmpty();
    }

    @Test
    void logsOneLineWhenAFlowStartsToRefuseAndOneWhenThatEnds() {
        fill();
        refuse(2);
        checkAfter(1);
        refuse(5);
        checkAfter(30);
        empty();
        checkAfter(29);
        assertThat(lines()).hasSize(1);
        checkAfter(1);
        checkAfter(60);

        assertThat(lines())
                .containsExactly(
                        "WARN Flow 'orders' refused 2 events in the last 1s (2 full). Now 3 of max-in-flight 3 events are inside; "
                                + "the fullest slot is 'resolver' with 2 events waiting (capacity 8), and 1 of 1 threads at work. "
                                + "See endpoint concorstats/orders",
                        "INFO Flow 'orders' is no longer overloaded: 7 events were refused within 30s (7 full). "
                                + "Now 0 of max-in-flight 3 events are inside; no event waits in a slot");
    }

    @Test
    void namesTheDiagnosisIfThereIsOne() {
        assertThat(OverloadText.endpoints("orders", true))
                .isEqualTo("endpoints concordiagnosis/orders and concorstats/orders");
    }

    @Test
    void explainsAQueueThatIsLongerThanItsCapacity() {
        SlotState slot = new SlotState("resolver", JoinSettings.single().capacity(16), 59, 1, 1, 0);

        assertThat(OverloadText.load(
                        manager.flow("orders").summary(),
                        List.of(slot),
                        manager.flow("orders").reading()))
                .contains("59 events waiting (capacity 16, at which callers and callbacks do not pause)");
    }

    @Test
    void namesTheComponentThatCallersRunIfMostEventsAreThere() {
        ComponentReading hasher = new ComponentReading("hasher", TaskKind.SIMPLE, 0, 58, 0, 0, 0, null, Map.of(), 0);
        FlowReading reading = mock(FlowReading.class);
        when(reading.components()).thenReturn(List.of(hasher));
        SlotState slot = new SlotState("numberer", JoinSettings.single(), 6, 1, 1, 0);

        assertThat(OverloadText.load(manager.flow("orders").summary(), List.of(slot), reading))
                .endsWith("events are inside; 58 of them in 'hasher', on the threads of callers or clients");
    }

    @Test
    void namesTheTransitionInWhichMostEventsAre() {
        Flow<String, String> remote = Flows.<String>create("remote")
                .maxInFlight(2)
                .<String>bind((order, continuation) -> {}, "bank")
                .build();
        manager.register(remote);
        remote.tryApply("order");
        remote.tryApply("order");

        assertThat(OverloadText.load(
                        manager.flow("remote").summary(),
                        List.of(),
                        manager.flow("remote").reading()))
                .isEqualTo("Now 2 of max-in-flight 2 events are inside; 2 of them wait for the continuation of 'bank'");
        SlotState shorter = new SlotState("parser", JoinSettings.fixed(4), 1, 0, 4, 0);
        assertThat(OverloadText.load(
                        manager.flow("remote").summary(),
                        List.of(shorter),
                        manager.flow("remote").reading()))
                .endsWith("2 of them wait for the continuation of 'bank'");
        SlotState busy = new SlotState("parser", JoinSettings.fixed(4), 0, 2, 4, 0);
        assertThat(OverloadText.load(
                        manager.flow("remote").summary(),
                        List.of(busy),
                        manager.flow("remote").reading()))
                .as("as many are in another task")
                .endsWith("no event waits in a slot; slot 'parser' has 2 of 4 threads at work");
        manager.flow("remote").stop(Duration.ofMillis(1));
    }

    @Test
    void logsAtMostOneLinePerMinuteAndCountsAllRefusedEvents() {
        fill();
        for (int second = 0; second < 120; second++) {
            if (second % 20 == 0) {
                refuse(1);
            }
            checkAfter(1);
        }

        assertThat(lines()).hasSize(2);
        assertThat(lines().get(1)).startsWith("INFO").contains("no longer overloaded: 4 events were refused within 1m");
    }

    @Test
    void logsAnOverloadLateIfItBeginsWithinAMinuteOfTheLastLine() {
        fill();
        refuse(1);
        checkAfter(1);
        checkAfter(60);
        refuse(3);
        checkAfter(1);
        checkAfter(30);
        assertThat(lines()).hasSize(2);
        checkAfter(30);
        checkAfter(60);

        assertThat(lines()).hasSize(4);
        assertThat(lines().get(2)).startsWith("WARN Flow 'orders' refused 3 events in the last 61s (3 full). Now");
        assertThat(lines().get(3)).startsWith("INFO").contains("3 events were refused within 1s");
    }

    @Test
    void logsAStallAndItsEnd() {
        fill();
        checkAfter(1);
        checkAfter(601);
        empty();
        checkAfter(60);

        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0))
                .startsWith("WARN Flow 'orders' is stalled: it has events inside, and none has ended for at least 10m. "
                        + "Now 3 of max-in-flight 3 events are inside");
        assertThat(lines().get(1)).startsWith("INFO Flow 'orders' is no longer overloaded: 0 events were refused");
    }

    /** Of a stall whose line had to wait, only the past is true. */
    @Test
    void doesNotCallAFlowStalledThatIsNot() {
        Duration stalledAfter = Duration.ofSeconds(30);
        OverloadDetector.Observation over = new OverloadDetector.Observation(
                OverloadDetector.Change.BEGUN, Refusals.NONE, false, Duration.ZERO, Duration.ofSeconds(40));

        assertThat(OverloadText.problem(over, stalledAfter)).isEqualTo("was stalled in the last 40s");
    }

    @Test
    void logsNothingForEventsThatAStoppedFlowRefuses() {
        manager.flow("orders").stop(Duration.ZERO);
        refuse(4);
        checkAfter(1);
        manager.flow("orders").start();
        checkAfter(1);
        checkAfter(60);

        assertThat(log.events()).extracting(ILoggingEvent::getLevel).doesNotContain(Level.WARN);
    }
}
