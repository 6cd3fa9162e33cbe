package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.RunningFlows;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which threads of a flow keep the JVM from exiting. */
class KeptAliveJvmTest {

    private static final String FLOW = "kept-alive-jvm-test";

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private Flow<String, String> start(JoinSettings settings) {
        return flows.start(Flows.<String>create(FLOW).join(settings).map(message -> message, "task"));
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .map(Thread::getName)
                .filter(name -> name.startsWith(FLOW))
                .toList();
    }

    @AfterEach
    void noThreadIsLeft() {
        flows.manager().names().forEach(name -> flows.manager().flow(name).stop(Duration.ZERO));
        await("the threads have ended").until(() -> threads().isEmpty());
    }

    static List<JoinSettings> pools() {
        return List.of(JoinSettings.single(), JoinSettings.fixed(2), JoinSettings.cached(2));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void oneThreadWhateverThePool(JoinSettings settings) throws Exception {
        Flow<String, String> flow = start(settings);

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("x");

        assertThat(threads()).containsExactly(FLOW + "-keep-alive");
    }

    @Test
    void noneOnceTheOwnerStopsTheFlowAtShutdown() {
        start(JoinSettings.single());

        flows.manager().flow(FLOW).letJvmExit();

        await("the thread has ended").until(() -> threads().isEmpty());
        flows.manager().flow(FLOW).stop(Duration.ZERO);
        flows.manager().flow(FLOW).start();
        assertThat(threads()).isEmpty();
    }

    @Test
    void followsTheLayout() {
        start(JoinSettings.single());

        flows.manager().change(ChangeRequest.takeOut(FLOW, "task"));
        await("no flow with threads").until(() -> threads().isEmpty());
        flows.manager().change(ChangeRequest.put(FLOW, "task", JoinSettings.fixed(2)));

        assertThat(threads()).hasSize(1);
    }

    @Test
    void endsWithAStopAndReturnsWithAStart() {
        start(JoinSettings.single());

        flows.manager().flow(FLOW).stop(Duration.ZERO);
        await("the flow has stopped").until(() -> threads().isEmpty());
        flows.manager().flow(FLOW).start();

        assertThat(threads()).hasSize(1);
    }
}
