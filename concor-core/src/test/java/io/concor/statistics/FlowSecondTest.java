package io.concor.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.fixture.Gate;
import io.concor.fixture.RunningFlows;
import io.concor.manage.ChangeRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a flow keeps of its last seconds. */
@Timeout(60)
class FlowSecondTest {

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Gate gate = new Gate();

    private List<FlowSecond> seconds() {
        return flows.manager().flow("flow").seconds(FlowSecond.MOST);
    }

    private Flow<Integer, Integer> start() {
        return flows.start(Flows.<Integer>create("flow")
                .sampling(new Sampling(true, 1, 1))
                .join(JoinSettings.single())
                .<Integer>map(this::pass, "gated"));
    }

    private Integer pass(Integer message) throws InterruptedException {
        gate.pass();
        return message;
    }

    @Test
    void countsEachEventInOneSecondAlsoIfReadersReadInBetween() {
        gate.open();
        Flow<Integer, Integer> flow = start();
        for (int i = 0; i < 100; i++) {
            flow.apply(i);
            flows.manager().flow("flow").statistics();
        }

        await("all events are in the history").untilAsserted(() -> {
            assertThat(seconds().stream()
                            .mapToDouble(second -> second.throughput() * second.seconds())
                            .sum())
                    .isCloseTo(100, within(0.001));
            assertThat(seconds().stream()
                            .mapToLong(second -> second.latency().samples())
                            .sum())
                    .isEqualTo(100);
        });
    }

    @Test
    void showsWhatWaitsAndHowBusyTheThreadIs() {
        Flow<Integer, Integer> flow = start();
        flow.apply(1);
        flow.apply(2);
        flow.apply(3);
        gate.awaitReached();

        await("a second with a busy thread").untilAsserted(() -> {
            FlowSecond last = last();
            assertThat(last.slots()).hasSize(1);
            assertThat(last.slots().get(0).queue()).isEqualTo(2);
            assertThat(last.slots().get(0).busy()).isGreaterThan(0.9);
            assertThat(last.inFlight()).isEqualTo(3);
        });
        gate.open();
    }

    private FlowSecond last() {
        assertThat(seconds()).isNotEmpty();
        return seconds().get(seconds().size() - 1);
    }

    @Test
    void marksTheSecondInWhichTheLayoutChanged() {
        start();
        await("a second before the change")
                .untilAsserted(() -> assertThat(seconds()).isNotEmpty());
        long version = flows.manager().flow("flow").layout().version();

        flows.manager().change(ChangeRequest.put("flow", "gated", JoinSettings.fixed(2)));

        await("the change is marked").untilAsserted(() -> assertThat(seconds())
                .filteredOn(FlowSecond::layoutChanged)
                .singleElement()
                .satisfies(second -> assertThat(second.version()).isEqualTo(version + 1)));
    }

    @Test
    void returnsAtMostAsManyAsWanted() {
        start();
        await("three seconds").untilAsserted(() -> assertThat(seconds()).hasSizeGreaterThan(2));

        assertThat(flows.manager().flow("flow").seconds(1)).hasSize(1);
    }
}
