package io.concor;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Flows that a test stops, with tasks that hold events until a gate is opened. */
abstract class StoppingFlows {

    static final Duration LONG = Duration.ofSeconds(20);
    static final Duration SHORT = Duration.ofMillis(50);

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    final Gate gate = new Gate();

    FlowBuilder<String, String> held() {
        return Flows.<String>create("flow").join(JoinSettings.single()).map(this::hold, "slow");
    }

    String hold(String message) throws InterruptedException {
        gate.pass();
        return message;
    }

    String holdStubbornly(String message) {
        gate.passStubbornly();
        return message;
    }

    FlowSummary summary() {
        return flows.manager().summary("flow");
    }

    static List<String> threadsOf(String flow) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(flow + "."))
                .toList();
    }
}
