package io.concor.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.layout.FlowState;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

@ExtendWith(OutputCaptureExtension.class)
class ConcorLifecycleTests {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final Manager manager = new Manager();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class, LifecycleAutoConfiguration.class))
            .withUserConfiguration(TestTasks.class)
            .withPropertyValues("concor.flows.mo-flow.tasks=translator,endpointResolver");

    @AfterEach
    void releaseAndStop() {
        release.countDown();
        manager.names().forEach(flow -> manager.flow(flow).stop(LONG));
    }

    /** A flow whose task signals its start and blocks until it is released. */
    private Flow<String, String> holdingFlow(String name) {
        Flow<String, String> flow = Flows.<String>create(name)
                .join(JoinSettings.fixed(1))
                .mapSynchronizedRemote(
                        (String text) -> {
                            inside.countDown();
                            release.await();
                            return text;
                        },
                        "holder")
                .build();
        manager.register(flow);
        return flow;
    }

    @Test
    void letsTheJvmExitIfTheContextIsClosedWhenItShutsDown() {
        runner.run(context -> await("the thread that kept the JVM alive has ended")
                .until(() -> keptAliveBy("mo-flow").isEmpty()));
        runner.withPropertyValues("spring.main.register-shutdown-hook=false")
                .run(context -> assertThat(keptAliveBy("mo-flow")).containsExactly("mo-flow-keep-alive"));
    }

    private static List<String> keptAliveBy(String flow) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .map(Thread::getName)
                .filter(name -> name.startsWith(flow))
                .toList();
    }

    @Test
    void stopsAfterTheWebServerHasStoppedAndStartsBeforeIt() {
        assertThat(ConcorLifecycle.PHASE)
                .isLessThan(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE)
                .isLessThan(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE);
    }

    @Test
    void acceptsEventsUntilAFeederInThePhaseOfSpringsExecutorsHasStopped() {
        AtomicReference<@Nullable Boolean> accepted = new AtomicReference<>();
        runner.withBean(Feeder.class, () -> new Feeder(accepted)).run(context -> {
            context.close();
            assertThat(accepted.get()).isTrue();
        });
    }

    /** Enters an event when it stops, as an adapter with a thread of its own does until then. */
    private static final class Feeder implements SmartLifecycle {

        private final AtomicReference<@Nullable Boolean> accepted;
        private @Nullable Flow<?, ?> flow;
        private volatile boolean running;

        Feeder(AtomicReference<@Nullable Boolean> accepted) {
            this.accepted = accepted;
        }

        @Autowired
        void feed(@Qualifier("mo-flow") Flow<?, ?> fed) {
            flow = fed;
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            accepted.set(tryApply(Objects.requireNonNull(flow)));
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return ExecutorConfigurationSupport.DEFAULT_PHASE;
        }
    }

    @Test
    void handlesTheEventsOfABeanThatIsDestroyed() {
        AtomicReference<@Nullable Object> flushed = new AtomicReference<>();
        runner.withBean(Collector.class, () -> new Collector(flushed)).run(context -> {
            context.close();
            assertThat(flushed.get()).isNotNull().isNotInstanceOf(Exception.class);
        });
    }

    /** Enters an event when it is destroyed. */
    private static final class Collector implements DisposableBean {

        private final AtomicReference<@Nullable Object> flushed;
        private @Nullable Flow<String, ?> flow;

        Collector(AtomicReference<@Nullable Object> flushed) {
            this.flushed = flushed;
        }

        @Autowired
        void flushInto(@Qualifier("mo-flow") Flow<String, ?> target) {
            flow = target;
        }

        @Override
        public void destroy() {
            flushed.set(Objects.requireNonNull(flow)
                    .submit("text")
                    .handle((result, error) -> error == null ? result : error)
                    .join());
        }
    }

    @Test
    void hasTheConfiguredPhase() {
        runner.run(context ->
                assertThat(context.getBean(ConcorLifecycle.class).getPhase()).isEqualTo(ConcorLifecycle.PHASE));
        runner.withPropertyValues("concor.lifecycle.phase=7").run(context -> assertThat(
                        context.getBean(ConcorLifecycle.class).getPhase())
                .isEqualTo(7));
        runner.withPropertyValues("concor.lifecycle.phase=2147483646")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("at most 2147483645"));
    }

    @Test
    void stopsAndStartsTheFlowsWithTheContext() {
        runner.run(context -> {
            Manager known = context.getBean(Manager.class);
            assertThat(known.flow("mo-flow").summary().state()).isEqualTo(FlowState.RUNNING);

            context.getSourceApplicationContext().stop();
            assertThat(known.flow("mo-flow").summary().state()).isEqualTo(FlowState.STOPPED);
            assertThat(tryApply(context.getBean("mo-flow", Flow.class))).isFalse();

            context.getSourceApplicationContext().start();
            assertThat(known.flow("mo-flow").summary().state()).isEqualTo(FlowState.RUNNING);
            assertThat(tryApply(context.getBean("mo-flow", Flow.class))).isTrue();
        });
    }

    @Test
    void doesNotWaitForTheEventOfATaskThatClosesTheContext(CapturedOutput output) {
        runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=1h")
                .run(context -> {
                    Flow<String, String> flow = Flows.<String>create("closing")
                            .join(JoinSettings.fixed(2))
                            .map(
                                    text -> {
                                        context.getSourceApplicationContext().close();
                                        return text + " closed";
                                    },
                                    "close")
                            .build();
                    context.getBean(Manager.class).register(flow);

                    assertThat(flow.submit("text")).succeedsWithin(LONG).isEqualTo("text closed");
                    assertThat(output).contains("Flow 'closing' stops without waiting for the event at 'close'");
                });
    }

    @Test
    void doesNotWaitForCodeThatDependsOnAResultAndClosesTheContext() {
        runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=1m")
                .run(context -> {
                    Flow<String, String> flow = Flows.<String>create("closing")
                            .join(JoinSettings.fixed(2))
                            .map(
                                    (String text) -> {
                                        release.await();
                                        return text;
                                    },
                                    "work")
                            .build();
                    context.getBean(Manager.class).register(flow);
                    CompletableFuture<Void> closed =
                            flow.submit("text").thenRun(context.getSourceApplicationContext()::close);
                    release.countDown();

                    assertThat(closed).succeedsWithin(LONG);
                });
    }

    @Test
    void reportsTheTimeThatAStopTookRatherThanItsLimit(CapturedOutput output) {
        runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=1h")
                .run(context -> {
                    Flow<String, String> flow = Flows.<String>create("closing")
                            .join(JoinSettings.single())
                            .map(
                                    (String text) -> {
                                        release.await();
                                        context.getSourceApplicationContext().close();
                                        return text;
                                    },
                                    "close")
                            .build();
                    context.getBean(Manager.class).register(flow);
                    flow.submit("closes");
                    CompletableFuture<String> behind = flow.submit("waits for its thread");
                    release.countDown();

                    assertThat(behind).failsWithin(LONG);
                    await("the report")
                            .untilAsserted(
                                    () -> assertThat(output)
                                            .containsPattern(
                                                    "Flow 'closing' stopped after (\\d{1,2}s )?(\\d{1,3}ms )?with \\d unfinished event"));
                });
    }

    @SuppressWarnings("unchecked")
    private static boolean tryApply(Flow<?, ?> flow) {
        return ((Flow<String, ?>) flow).tryApply("text");
    }

    @Test
    void countsTheEventsOfEachFlowAtTheStop(CapturedOutput output) {
        CompletableFuture<String> gate = new CompletableFuture<>();
        Flow<String, String> flow = Flows.<String>create("counted")
                .maxInFlight(1)
                .<String>bind(
                        (text, back) -> {
                            switch (text) {
                                case "fail" -> back.fail(new IllegalStateException("refused by the shop"));
                                case "hang" -> gate.thenAccept(back::complete);
                                default -> back.complete(text);
                            }
                        },
                        "shop")
                .timeout(Duration.ofSeconds(1))
                .build();
        manager.register(flow);
        List.of("1", "2", "3").forEach(flow::submit);
        flow.submit("fail");
        CompletableFuture<String> late = flow.submit("hang");
        assertThat(flow.tryApply("refused")).isFalse();
        assertThat(late).failsWithin(LONG);

        ConcorLifecycle lifecycle =
                new ConcorLifecycle(manager, manager::names, name -> false, true, ConcorLifecycle.PHASE, LONG);
        lifecycle.start();
        lifecycle.stop();
        lifecycle.stop();

        assertThat(output)
                .containsOnlyOnce(
                        "Flow 'counted' stopped. Since it was built: 3 events completed, 2 failed (of which 1 timed out), 1 refused (1 full)");
    }

    @Test
    void countsTheEventsThatACatchTaskRecovered(CapturedOutput output) {
        Flow<String, String> flow = Flows.<String>create("rescued")
                .<String>map(
                        (String text) -> {
                            throw new IllegalStateException("planted");
                        },
                        "shop")
                .catching(failure -> "nothing", "rescuer")
                .build();
        manager.register(flow);
        assertThat(flow.submit("1")).succeedsWithin(LONG);

        ConcorLifecycle lifecycle =
                new ConcorLifecycle(manager, manager::names, name -> false, true, ConcorLifecycle.PHASE, LONG);
        lifecycle.start();
        lifecycle.stop();

        assertThat(output)
                .contains(
                        "Flow 'rescued' stopped. Since it was built: 1 event completed (of which 1 recovered), 0 failed");
    }

    @Test
    void waitsForTheEventsInside() throws Exception {
        CompletableFuture<String> result = holdingFlow("holding").submit("kept");
        inside.await();
        ConcorLifecycle lifecycle =
                new ConcorLifecycle(manager, manager::names, name -> false, true, ConcorLifecycle.PHASE, LONG);
        lifecycle.start();

        CompletableFuture<Void> stopped = new CompletableFuture<>();
        lifecycle.stop(() -> stopped.complete(null));
        await("the flow takes no more events")
                .until(() -> manager.flow("holding").summary().state() == FlowState.STOPPING);
        assertThat(stopped).isNotDone();
        assertThat(lifecycle.isRunning()).isTrue();

        release.countDown();
        assertThat(stopped).succeedsWithin(LONG);
        assertThat(result).isCompletedWithValue("kept");
        assertThat(lifecycle.isRunning()).isFalse();
    }

    @Test
    void reportsTheEventsThatDidNotFinishInTime(CapturedOutput output) throws Exception {
        CompletableFuture<String> result = holdingFlow("losing").submit("lost");
        inside.await();
        ConcorLifecycle lifecycle = new ConcorLifecycle(
                manager, manager::names, name -> false, true, ConcorLifecycle.PHASE, Duration.ofMillis(200));
        lifecycle.start();

        lifecycle.stop();

        assertThat(result).failsWithin(LONG);
        assertThat(output)
                .contains("Stopping flow 'losing': waiting up to ", " for 1 event inside")
                .contains("Flow 'losing' stopped after", " with 1 unfinished event (1 at 'holder'), ")
                .contains(". Since it was built: 0 events completed, 1 failed")
                .containsOnlyOnce("Flow 'losing' stopped");
    }

    @Test
    void claimsToWaitForNoEventOfAFlowThatHasStopped(CapturedOutput output) throws Exception {
        unreturningFlow("stuck").apply("kept by its task");
        inside.await();
        manager.flow("stuck").stop(Duration.ZERO);
        assertThat(manager.flow("stuck").summary().inFlight()).isOne();

        new ConcorLifecycle(manager, manager::names, name -> false, true, ConcorLifecycle.PHASE, LONG).stop();

        assertThat(output)
                .contains("Flow 'stuck' is stopped: not waiting for 1 event in tasks that do not return")
                .doesNotContain("waiting up to");
    }

    /** A flow whose task does not return before it is released, even if it is interrupted. */
    private Flow<String, String> unreturningFlow(String name) {
        Flow<String, String> flow = Flows.<String>create(name)
                .join(JoinSettings.fixed(1))
                .mapSynchronizedRemote(
                        (String text) -> {
                            inside.countDown();
                            boolean released = false;
                            while (!released) {
                                released = awaitRelease();
                            }
                            return text;
                        },
                        "unreturning")
                .build();
        manager.register(flow);
        return flow;
    }

    private boolean awaitRelease() {
        try {
            release.await();
            return true;
        } catch (InterruptedException ignored) {
            return false;
        }
    }

    @Test
    void stopsAllFlowsAtOnce() throws Exception {
        CyclicBarrier together = new CyclicBarrier(3);
        AtomicInteger met = new AtomicInteger();
        List<String> names = List.of("one", "two", "three");
        for (String name : names) {
            Flow<String, String> flow = Flows.<String>create(name)
                    .join(JoinSettings.fixed(1))
                    .mapSynchronizedRemote(
                            (String text) -> {
                                release.await();
                                together.await(10, TimeUnit.SECONDS); // fails where one flow waits for another
                                met.incrementAndGet();
                                return text;
                            },
                            "meeting")
                    .build();
            manager.register(flow);
            flow.apply(name);
        }
        ConcorLifecycle lifecycle =
                new ConcorLifecycle(manager, manager::names, name -> false, true, ConcorLifecycle.PHASE, LONG);
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        lifecycle.stop(() -> stopped.complete(null));

        await("every flow is stopping, none waits for another to have stopped").until(() -> names.stream()
                .allMatch(name -> manager.flow(name).summary().state() == FlowState.STOPPING));
        release.countDown();
        assertThat(stopped).succeedsWithin(LONG);
        assertThat(met).hasValue(3);
    }

    private Flow<String, String> echoFlow(String name) {
        Flow<String, String> flow =
                Flows.<String>create(name).map((String text) -> text, "echo").build();
        manager.register(flow);
        return flow;
    }

    @Test
    void startsTheOtherFlowsIfOneCannotStartAndReportsAllThatCannot() {
        List<Flow<String, String>> closed = List.of(echoFlow("a closed"), echoFlow("c closed"));
        echoFlow("b stopped");
        closed.forEach(Flow::close);
        manager.flow("b stopped").stop(LONG);
        ConcorLifecycle lifecycle =
                new ConcorLifecycle(manager, manager::names, name -> false, true, ConcorLifecycle.PHASE, LONG);

        assertThatIllegalStateException()
                .isThrownBy(lifecycle::start)
                .withMessageContaining("a closed")
                .satisfies(first -> assertThat(first.getSuppressed())
                        .singleElement()
                        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                        .hasMessageContaining("c closed"));
        assertThat(manager.flow("b stopped").summary().state()).isEqualTo(FlowState.RUNNING);

        lifecycle.stop();
        assertThat(manager.flow("b stopped").summary().state()).isEqualTo(FlowState.STOPPED);
    }

    @Test
    void staysWithinTheTimeoutPerPhase() throws Exception {
        Flow<String, String> holding = holdingFlow("holding");
        runner.withBean(Manager.class, () -> manager)
                .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=300ms")
                .run(context -> {
                    CompletableFuture<String> result = holding.submit("lost");
                    inside.await();
                    context.getSourceApplicationContext().stop();
                    assertThat(result).failsWithin(Duration.ofSeconds(5));
                });
    }
}
