package io.concor.autoconfigure.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.diagnosis.rule.LimitSigns;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.layout.Topology;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ComputingCallersAdvisorTests {

    private static final Verdict QUEUING =
            VerdictSamples.limited(Cause.CPU, null, new Evidence(LimitSigns.COMPUTING_CALLERS, 59.7, 4, "threads", 5));

    private final Manager manager = new Manager();
    private final Flow<String, String> flow = Flows.<String>create("orders")
            .map((String order) -> order, "pricer")
            .mapSynchronizedRemote((String order) -> order, "store")
            .<String>bind((order, back) -> back.complete(order), "sender")
            .map((String order) -> order, "logger")
            .build();

    ComputingCallersAdvisorTests() {
        manager.register(flow);
    }

    @AfterEach
    void close() {
        flow.close();
    }

    private List<String> warnings(Verdict verdict, String slot, int threads) {
        Topology before = manager.topology("orders");
        manager.change(ChangeRequest.put("orders", slot, JoinSettings.fixed(threads)));
        return new ComputingCallersAdvisor(flow -> verdict).warnings(before, manager.topology("orders"));
    }

    @Test
    void saysThatFewThreadsMayGetLessOfTheProcessorsThanManyCallers() {
        assertThat(warnings(QUEUING, "pricer", 2))
                .containsExactly(
                        "slot 'pricer': all processors are busy, and 60 threads of callers compute in the flow. A join adds no processors, and 2 threads of its own may get less of them than so many callers do: the flow may handle fewer events. Relieve the processors first, or try the change for a short time with revertAfter");
        assertThat(warnings(QUEUING, "pricer", 4))
                .as("callers no longer compute")
                .isEmpty();
    }

    @Test
    void saysNothingWhileCallersDoNotQueueForProcessors() {
        assertThat(warnings(VerdictSamples.limited(Cause.ADMISSION, null), "pricer", 2))
                .isEmpty();
    }

    @Test
    void saysNothingOfTasksThatDoNotComputeOrThatCallersDoNotRun() {
        assertThat(warnings(QUEUING, "logger", 2)).as("after a transition").isEmpty();
        assertThat(warnings(QUEUING, "sender", 2)).as("a transition").isEmpty();
        manager.change(ChangeRequest.takeOut("orders", "sender"));
        assertThat(warnings(QUEUING, "store", 2)).as("waits").isEmpty();
    }
}
