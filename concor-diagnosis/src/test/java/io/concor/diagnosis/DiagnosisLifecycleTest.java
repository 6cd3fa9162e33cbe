package io.concor.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.State;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Flows that come and go, and listeners that fail, while a diagnosis runs. */
@Timeout(60)
class DiagnosisLifecycleTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Manager manager = new Manager();
    private final Map<String, Integer> renewals = new ConcurrentHashMap<>();
    private final StepClock clock = new StepClock();
    private Diagnosis diagnosis;

    private Flow<Integer, Integer> register(FlowBuilder<Integer, Integer> builder) {
        Flow<Integer, Integer> flow = builder.build();
        manager.register(flow);
        return flow;
    }

    private static FlowBuilder<Integer, Integer> single(String name) {
        return Flows.<Integer>create(name).join(JoinSettings.single()).<Integer>map(message -> message, "only");
    }

    private void start(ConnectionPools connections) {
        diagnosis = Diagnosis.stepped(manager, connections, name -> Goal.NONE, clock);
        diagnosis.follow((flow, situation, verdict, provisional) -> renewals.merge(flow, 1, Integer::sum));
    }

    @AfterEach
    void stop() {
        diagnosis.close();
        manager.names().forEach(name -> manager.flow(name).stop(Duration.ZERO));
    }

    /** A second that takes no time. */
    private void second() {
        for (int reading = 0; reading < 10; reading++) {
            clock.advance(Duration.ofMillis(100));
            diagnosis.read();
        }
    }

    private boolean secondHas(AtomicInteger happened) {
        second();
        return happened.get() > 0;
    }

    private void renewsVerdictsAbout(String flow) {
        int before = renewals.getOrDefault(flow, 0);
        second();
        second();
        assertThat(renewals.getOrDefault(flow, 0)).as("verdicts about " + flow).isEqualTo(before + 2);
    }

    @Test
    void goesOnWithAFlowThatReplacesAShorterOneOfTheSameName() {
        Flow<Integer, Integer> first = register(single("flow"));
        start(ConnectionPools.NONE);
        renewsVerdictsAbout("flow");

        first.close();
        Flow<Integer, Integer> second = register(Flows.<Integer>create("flow")
                .<Integer>map(message -> message, "first")
                .join(JoinSettings.single())
                .<Integer>map(message -> message, "second"));
        keepBusy(second);

        await("a verdict about the new flow").atMost(PATIENCE).untilAsserted(() -> {
            second();
            assertThat(diagnosis.verdict("flow").state()).isEqualTo(State.HEALTHY);
        });
        renewsVerdictsAbout("flow");
    }

    /** Sends a few events in each second, until the flow is closed. */
    private void keepBusy(Flow<Integer, Integer> flow) {
        diagnosis.follow((name, situation, verdict, provisional) -> {
            for (int i = 0; i < 50; i++) {
                flow.tryApply(i);
            }
        });
    }

    @Test
    void goesOnWithOtherFlowsIfAListenerFailsForOne() {
        register(single("a"));
        register(single("b"));
        start(ConnectionPools.NONE);
        AtomicInteger calls = new AtomicInteger();
        diagnosis.follow((flow, situation, verdict, provisional) -> {
            if (flow.equals("a")) {
                calls.incrementAndGet();
                throw new AssertionError("planted");
            }
        });

        renewsVerdictsAbout("b");

        assertThat(calls).hasValueGreaterThan(1);
    }

    @Test
    void goesOnIfConnectionPoolsCannotBeRead() {
        register(single("flow"));
        start(() -> {
            throw new IllegalStateException("planted");
        });

        renewsVerdictsAbout("flow");
    }

    @Test
    void goesOnIfItIsNotKnownWhichTasksUseAPool() {
        register(single("flow"));
        start(new ConnectionPools() {
            @Override
            public List<PoolReading> read() {
                return List.of();
            }

            @Override
            public boolean mayConnect(@Nullable String bean) {
                throw new IllegalStateException("planted");
            }
        });

        renewsVerdictsAbout("flow");
    }

    @Test
    void saysThatAFlowWasStopped() {
        Flow<Integer, Integer> flow = register(single("flow"));
        start(ConnectionPools.NONE);
        keepBusy(flow);
        renewsVerdictsAbout("flow");

        manager.flow("flow").stop(Duration.ZERO);

        second();

        assertThat(diagnosis.verdict("flow").summary()).isEqualTo("The flow was stopped and refuses all events.");
    }

    @Test
    void clearsTheAlarmOfAFlowThatIsClosed() throws InterruptedException {
        AtomicInteger raised = new AtomicInteger();
        AtomicInteger cleared = new AtomicInteger();
        try (OverloadedFlow flow = new OverloadedFlow(Flows.<Integer>create("flow")
                .join(JoinSettings.single())
                .<Integer>mapSingleThreaded(message -> OverloadedFlow.sleep(message, 2_000), "slow")
                .maxInFlight(64))) {
            diagnosis = Diagnosis.stepped(flow.manager(), ConnectionPools.NONE, name -> Goal.NONE, clock);
            diagnosis.listen(new AlarmListener() {
                @Override
                public void onRaised(Verdict verdict) {
                    throw new IllegalStateException("planted");
                }

                @Override
                public void onCleared(Verdict verdict) {
                    throw new IllegalStateException("planted");
                }
            });
            diagnosis.listen(new AlarmListener() {
                @Override
                public void onRaised(Verdict verdict) {
                    raised.incrementAndGet();
                }

                @Override
                public void onCleared(Verdict verdict) {
                    cleared.incrementAndGet();
                }
            });
            await("the alarm").atMost(PATIENCE).until(() -> secondHas(raised));

            flow.replace(single("flow"));

            await("its end").atMost(PATIENCE).until(() -> secondHas(cleared));
        }
    }
}
