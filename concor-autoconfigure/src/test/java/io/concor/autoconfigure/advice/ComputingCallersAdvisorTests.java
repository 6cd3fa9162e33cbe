package io.concor.autoconfigure.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.layout.Topology;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ComputingCallersAdvisorTests {

    private final Manager manager = new Manager();
    private final Flow<String, String> flow = Flows.<String>create("orders")
            .mapSynchronizedRemote((String order) -> order, "store")
            .map((String order) -> order, "pricer")
            .<String>bind((order, back) -> back.complete(order), "sender")
            .map((String order) -> order, "logger")
            .build();
    private OptionalDouble queuing = OptionalDouble.of(59.7);

    ComputingCallersAdvisorTests() {
        manager.register(flow);
        manager.change(ChangeRequest.takeOut("orders", "store")); // a remote task has a join of its own otherwise
    }

    @AfterEach
    void close() {
        flow.close();
    }

    /** The warnings of a change of the flow without joins. */
    private List<String> warnings(Map<String, JoinSettings> joins) {
        Topology before = manager.flow("orders").topology();
        joins.forEach((slot, join) -> manager.change(ChangeRequest.put("orders", slot, join)));
        return new ComputingCallersAdvisor(flow -> queuing)
                .warnings(before, manager.flow("orders").topology());
    }

    private List<String> warnings(String slot, int threads) {
        return warnings(Map.of(slot, JoinSettings.fixed(threads)));
    }

    @Test
    void saysThatFewThreadsMayGetLessOfTheProcessorsThanManyCallers() {
        assertThat(warnings("pricer", 2))
                .containsExactly(
                        "slot 'pricer': all processors are busy, and 60 threads of callers compute in the flow. A join adds no processors, and 2 threads of its own may get less of them than so many callers do: the flow may handle fewer events. Relieve the processors first, or try the change for a short time with revertAfter");
    }

    @Test
    void findsTheTaskBehindAnotherSlotThatIsFilledToo() {
        assertThat(warnings(Map.of("store", JoinSettings.fixed(4), "pricer", JoinSettings.fixed(2))))
                .singleElement()
                .asString()
                .startsWith("slot 'pricer': ");
    }

    @Test
    void findsTheTaskInTheMiddleOfAStage() {
        assertThat(warnings("store", 2)).singleElement().asString().startsWith("slot 'store': ");
    }

    @Test
    void saysNothingOfAsManyThreads() {
        assertThat(warnings("pricer", 60)).isEmpty();
    }

    @Test
    void saysNothingOfTasksThatClientsRun() {
        assertThat(warnings("logger", 2)).isEmpty();
    }

    @Test
    void saysNothingOfATransition() {
        assertThat(warnings("sender", 2)).isEmpty();
    }

    @Test
    void saysNothingOfTasksThatAnotherJoinHasRun() {
        manager.change(ChangeRequest.put("orders", "pricer", JoinSettings.fixed(8)));

        Topology before = manager.flow("orders").topology();
        manager.change(ChangeRequest.slots(
                "orders", Map.of("pricer", Optional.empty(), "store", Optional.of(JoinSettings.fixed(2)))));

        assertThat(new ComputingCallersAdvisor(flow -> queuing)
                        .warnings(before, manager.flow("orders").topology()))
                .isEmpty();
    }

    @Test
    void saysNothingWhileCallersDoNotQueueForProcessors() {
        queuing = OptionalDouble.empty();

        assertThat(warnings("pricer", 2)).isEmpty();
    }
}
