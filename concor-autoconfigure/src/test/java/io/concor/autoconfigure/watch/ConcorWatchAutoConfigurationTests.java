package io.concor.autoconfigure.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.health.ConcorHealthContributorAutoConfiguration;
import io.concor.autoconfigure.health.ConcorHealthIndicator;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What an application without any poller of its health logs. */
@ExtendWith(OutputCaptureExtension.class)
class ConcorWatchAutoConfigurationTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final CountDownLatch gate = new CountDownLatch(1);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class, ConcorWatchAutoConfiguration.class))
            .withBean("orders", Flow.class, this::fullAfterOne);

    private Flow<String, String> fullAfterOne() {
        return Flows.<String>create("orders")
                .maxInFlight(1)
                .mapSynchronizedRemote(
                        (String order) -> {
                            gate.await();
                            return order;
                        },
                        "resolver")
                .build();
    }

    @AfterEach
    void open() {
        gate.countDown();
    }

    @SuppressWarnings("unchecked")
    private static void overload(Flow<?, ?> flow) {
        Flow<String, ?> orders = (Flow<String, ?>) flow;
        assertThat(orders.tryApply("1")).isTrue();
        assertThat(orders.tryApply("2")).isFalse();
    }

    @Test
    void anOverloadIsLogged(CapturedOutput output) {
        runner.run(context -> {
            overload(context.getBean(Flow.class));

            await().atMost(PATIENCE).untilAsserted(() -> assertThat(output)
                    .contains("Flow 'orders' refused 1 event in the last ", ". Now 1 of max-in-flight 1 events"));
            gate.countDown(); // or the stop would wait
        });
    }

    @Test
    @Tag("full")
    void anOverloadIsLoggedInOneLineAlthoughTheHealthChanges(CapturedOutput output) {
        AtomicInteger rounds = new AtomicInteger();
        runner.withConfiguration(AutoConfigurations.of(ConcorHealthContributorAutoConfiguration.class))
                .withBean(FlowCheck.class, () -> flow -> rounds.incrementAndGet())
                .run(context -> {
                    ConcorHealthIndicator health = context.getBean(ConcorHealthIndicator.class);
                    overload(context.getBean(Flow.class));
                    awaitRounds(rounds, health, Status.OUT_OF_SERVICE);
                    gate.countDown();
                    awaitRounds(rounds, health, Status.UP);

                    assertThat(output).containsOnlyOnce("WARN").contains("Flow 'orders' refused ");
                    assertThat(output).doesNotContain("The health of flow");
                });
    }

    /** Waits until all checks have seen a status of the health. */
    private static void awaitRounds(AtomicInteger rounds, ConcorHealthIndicator health, Status status) {
        await().atMost(PATIENCE).until(() -> status.equals(health.health().getStatus()));
        int before = rounds.get();
        await().atMost(PATIENCE).until(() -> rounds.get() >= before + 2);
    }

    @Test
    void aFlowThatDoesNotRunIsLoggedOnce(CapturedOutput output) {
        runner.withConfiguration(AutoConfigurations.of(ConcorHealthContributorAutoConfiguration.class))
                .run(context -> {
                    Manager manager = context.getBean(Manager.class);
                    manager.flow("orders").stop(Duration.ZERO);
                    await().atMost(PATIENCE).untilAsserted(() -> assertThat(output)
                            .contains("The health of flow 'orders' is DOWN: it is stop")); // stopping or stopped

                    manager.flow("orders").start();
                    await().atMost(PATIENCE).untilAsserted(() -> assertThat(output)
                            .contains("The health of flow 'orders' is UP again"));
                    assertThat(output).containsOnlyOnce("The health of flow 'orders' is DOWN");
                });
    }

    @Test
    void aStopOfTheContextIsNoChangeOfHealth(CapturedOutput output) {
        runner.withConfiguration(AutoConfigurations.of(ConcorHealthContributorAutoConfiguration.class))
                .run(context -> {
                    FlowWatch watch = context.getBean(FlowWatch.class);
                    assertThat(watch.isRunning()).isTrue();
                    context.getSourceApplicationContext().stop();
                    assertThat(watch.isRunning()).isFalse();
                });

        assertThat(output).doesNotContain("The health of flow");
    }

    @Test
    void aFailingCheckIsLoggedAndRunsAgain(CapturedOutput output) {
        assertLoggedAndRunsAgain(output, () -> {
            throw new IllegalStateException("broken check");
        });
    }

    @Test
    void aCheckThatEndsWithAnErrorIsLoggedAndRunsAgain(CapturedOutput output) {
        assertLoggedAndRunsAgain(output, () -> {
            throw new InternalError("broken check");
        });
    }

    private void assertLoggedAndRunsAgain(CapturedOutput output, Runnable failure) {
        CountDownLatch twice = new CountDownLatch(2);
        runner.withBean(FlowCheck.class, () -> flow -> {
                    twice.countDown();
                    failure.run();
                })
                .run(context -> {
                    assertThat(twice.await(30, TimeUnit.SECONDS)).isTrue();
                    assertThat(output).contains("Failed to check flow 'orders'", "broken check");
                });
    }

    @Test
    void backsOffWithoutAManager() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ConcorWatchAutoConfiguration.class))
                .run(context ->
                        assertThat(context).doesNotHaveBean(Manager.class).doesNotHaveBean(FlowWatch.class));
    }
}
