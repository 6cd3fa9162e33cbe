package io.concor.autoconfigure.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.autoconfigure.watch.FailingFlows;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class ConcorHealthIndicatorTests {

    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicLong nanos = new AtomicLong();
    private final Manager manager = new Manager();
    private final ConcorHealthIndicator indicator = indicator(flow -> Optional.empty(), Status.UP);
    private final Flow<String, String> flow = Flows.<String>create("orders")
            .maxInFlight(1)
            .mapSynchronizedRemote(this::wait, "resolver")
            .build();

    private ConcorHealthIndicator indicator(FailingFlows failing, Status statusOfFailing) {
        return new ConcorHealthIndicator(manager, Duration.ofSeconds(30), nanos::get, failing, statusOfFailing);
    }

    @Test
    void staysUpWhileAFlowIsFailingAndSaysSo() {
        Health health =
                indicator(name -> Optional.of("All events fail."), Status.UP).health();

        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails())
                .extractingByKey("orders", InstanceOfAssertFactories.MAP)
                .containsEntry("status", "UP")
                .containsEntry("failing", "All events fail.")
                .doesNotContainKey("reason");
    }

    @Test
    void hasTheConfiguredStatusWhileAFlowIsFailing() {
        Health health = indicator(name -> Optional.of("All events fail."), Status.OUT_OF_SERVICE)
                .health();

        assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(health.getDetails())
                .extractingByKey("orders", InstanceOfAssertFactories.MAP)
                .containsEntry("reason", "it is failing");
    }

    private String wait(String order) throws InterruptedException {
        gate.await();
        return order;
    }

    @BeforeEach
    void register() {
        manager.register(flow);
    }

    @AfterEach
    void close() {
        gate.countDown();
        flow.close();
    }

    @Test
    void leavesAFlowOutThatIsRemovedDuringTheCheck() {
        FailingFlows removing = name -> {
            flow.close();
            manager.forgetClosed();
            return Optional.of(manager.flow(name).topology().flow());
        };

        Health health = indicator(removing, Status.UP).health();

        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails()).isEmpty();
    }

    @Test
    void isUpWhenEveryFlowIsUp() {
        Health health = indicator.health();

        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails())
                .containsEntry("orders", Map.of("status", "UP", "state", "running", "inFlight", 0L, "maxInFlight", 1));
    }

    @Test
    void reportsTheActivePresetAndWhetherTheLayoutDriftedFromIt() {
        manager.flow("orders").presets().save("day", null);
        assertThat(details()).containsEntry("activePreset", "day").containsEntry("drifted", false);

        manager.change(ChangeRequest.put("orders", "resolver", JoinSettings.fixed(3)));

        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
        assertThat(details()).containsEntry("activePreset", "day").containsEntry("drifted", true);
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> details() {
        return (Map<String, Object>) (indicator.health().getDetails().get("orders"));
    }

    @Test
    void isOutOfServiceWhenAFlowRefusesEvents() {
        flow.apply("1");
        assertThat(flow.tryApply("2")).isFalse();

        Awaitility.await("the window has the refusal").untilAsserted(() -> {
            Health health = indicator.health();
            assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
            assertThat(health.getDetails().get("orders"))
                    .asString()
                    .contains("refused 1 event in the last ten seconds (1 full)");
        });
    }

    @Test
    void isUpWithTheReasonWhenAFlowRefusedEventsOnlyWhileItWasStopped() {
        manager.flow("orders").stop(Duration.ofSeconds(5));
        assertThat(flow.tryApply("1")).isFalse();
        assertThat(flow.tryApply("2")).isFalse();
        manager.flow("orders").start();

        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
        assertThat(details())
                .containsEntry("status", "UP")
                .containsEntry("reason", "it refused 2 events in the last ten seconds (2 stopped)");
    }

    @Test
    void isDownWhenEventsAreInsideAndNoneEnds() {
        flow.apply("1");
        indicator.health();
        nanos.addAndGet(Duration.ofSeconds(31).toNanos());

        Health health = indicator.health();

        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails().get("orders")).asString().contains("none has ended for at least 30s");
    }

    @Test
    void isUpAgainWhenAStalledFlowMoves() {
        flow.apply("1");
        indicator.health();
        nanos.addAndGet(Duration.ofSeconds(31).toNanos());
        gate.countDown();
        Awaitility.await("the event has ended")
                .until(() -> manager.flow("orders").summary().completed() == 1);

        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void isDownWhenAFlowDoesNotRun() {
        manager.flow("orders").stop(Duration.ofSeconds(5));

        Health health = indicator.health();

        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails().get("orders")).asString().contains("it is stopped");
    }

    @Test
    void hasTheWorstStatusOfAllFlows() {
        Flow<String, String> other =
                Flows.<String>create("payments").map((String x) -> x, "payer").build();
        manager.register(other);
        manager.flow("orders").stop(Duration.ofSeconds(5));

        Health health = indicator.health();

        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails().get("payments")).asString().contains("status=UP");
        other.close();
    }
}
