package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.StoredFlows;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a repeated run of an event, whose result may be another one, hands on to the next durable slot. */
@Timeout(60)
class StoredRepeatsTest extends StoredFlows {

    private static final int FAILING = 3;

    /** How often each event was handled by the first slot. */
    private final Map<Integer, Integer> runsOf = new ConcurrentHashMap<>();

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

    /** No transaction undoes them. */
    @Test
    void doesNotRunTasksAgainWhoseEffectsLieElsewhere() {
        store.effectsLieElsewhere();
        held = true;
        Flow<Integer, String> flow = flow(SINGLE);
        flow.accept(0);
        gate.awaitReached();
        IntStream.range(1, 10).map(i -> i == 5 ? -5 : i).forEach(flow::accept);
        await().until(() -> store.queue("flow.slot").waiting().size() == 10);
        gate.open();
        awaitNothingLeft();
        assertThat(runs).hasValue(10);
    }

    private void assertThatEachRunIsWhole(Cause cause, Task task) {
        boolean fails = cause == Cause.FAILED_EVENT;
        Flow<Integer, String> flow = flows.start(second(first(task), fails));
        store.refuseCommits(fails ? "none" : "first: 1 in run 1", 1);
        for (int round = 0; !anyWasRepeated(); round++) { // an event may be handled before the next has come
            IntStream.range(10 * round, 10 * round + 10).forEach(flow::accept);
            await().until(() -> isEmpty("flow.first") && isEmpty("flow.second"));
        }
        assertThat(written("second: ")).isNotEmpty().containsExactlyInAnyOrderElementsOf(written("first: "));
    }

    private boolean anyWasRepeated() {
        return runsOf.entrySet().stream().anyMatch(run -> !isFailing(run.getKey()) && run.getValue() > 1);
    }

    private static boolean isFailing(int number) {
        return number % 10 == FAILING;
    }

    private boolean isEmpty(String queue) {
        return store.queue(queue).isQuiet();
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

    private FlowBuilder<Integer, String> second(FlowBuilder<Integer, String> first, boolean fails) {
        return first.map(
                        text -> {
                            if (fails && isFailing(Integer.parseInt(text.substring(0, text.indexOf(' '))))) {
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

    private String run(Integer number) {
        String text = number + " in run " + runsOf.merge(number, 1, Integer::sum);
        store.write("first: " + text);
        return text;
    }

    private List<String> runAll(List<Integer> numbers) {
        return numbers.stream().map(this::run).toList();
    }
}
