package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.StoredFlows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a repeated run of an event, whose result may be another one, hands on to the next durable slot. */
@Timeout(60)
class StoredRepeatsTest extends StoredFlows {

    private static final int FAILING = 3;

    /** How often each event was handled by the first slot. */
    private final Map<Integer, Integer> runs = new ConcurrentHashMap<>();

    private enum Cause {
        FAILED_EVENT,
        REFUSED_COMMIT
    }

    private enum Task {
        ONE,
        BATCH
    }

    @ParameterizedTest
    @EnumSource
    void handsOnWhatTheCommittedRunHasMade(Cause cause) {
        assertThatEachRunIsWhole(cause, Task.ONE);
    }

    @ParameterizedTest
    @EnumSource
    void handsOnWhatTheCommittedRunOfABatchHasMade(Cause cause) {
        assertThatEachRunIsWhole(cause, Task.BATCH);
    }

    private void assertThatEachRunIsWhole(Cause cause, Task task) {
        boolean fails = cause == Cause.FAILED_EVENT;
        held = true;
        Flow<Integer, String> flow = flows.start(second(first(task), fails ? FAILING : -1));
        flow.accept(0);
        gate.awaitReached();
        List<Integer> numbers = IntStream.range(1, 6).boxed().toList();
        numbers.forEach(flow::accept);
        await().until(() -> store.queue("flow.first").waiting().size() == 6);
        store.refuseCommits(fails ? "none" : "first: 1 in run 1", 1);
        held = false;
        gate.open();

        await().until(() -> store.queue("flow.first").waiting().isEmpty()
                && store.queue("flow.second").waiting().isEmpty());
        assertThat(runs.get(1)).as("runs of an event that was repeated").isGreaterThan(1);
        assertThat(written("second: ")).isNotEmpty().containsExactlyInAnyOrderElementsOf(written("first: "));
    }

    private List<String> written(String prefix) {
        return store.effects().stream()
                .filter(effect -> effect.startsWith(prefix))
                .map(effect -> effect.substring(prefix.length()))
                .toList();
    }

    private FlowBuilder<Integer, String> first(Task task) {
        FlowBuilder<Integer, Integer> builder = Flows.<Integer>create("flow").queues(store);
        return task == Task.ONE
                ? builder.join(SINGLE).map(this::run, "first")
                : builder.join(SINGLE.batchSize(40)).mapBatch(this::runAll, "first");
    }

    private FlowBuilder<Integer, String> second(FlowBuilder<Integer, String> first, int failing) {
        return first.map(
                        text -> {
                            if (text.startsWith(failing + " ")) {
                                throw new IllegalStateException("fails behind the first component");
                            }
                            return text;
                        },
                        "behind")
                .join(SINGLE)
                .map(
                        text -> {
                            store.write("second: " + text);
                            return text;
                        },
                        "second");
    }

    private String run(Integer number) throws InterruptedException {
        if (held) {
            gate.pass();
        }
        String text = number + " in run " + runs.merge(number, 1, Integer::sum);
        store.write("first: " + text);
        return text;
    }

    private List<String> runAll(List<Integer> numbers) throws InterruptedException {
        List<String> texts = new ArrayList<>();
        for (Integer number : numbers) {
            texts.add(run(number));
        }
        return texts;
    }
}
