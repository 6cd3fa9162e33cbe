package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.StoredFlows;
import io.concor.manage.ChangeRequest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranges of components in one transaction of a store. */
@Timeout(60)
class StoredRangesTest extends StoredFlows {

    @Test
    void rollsBackARangeWhoseErrorACatchComponentHandles() {
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .map(
                        number -> {
                            store.write("undone " + number);
                            return write(-number);
                        },
                        "slot")
                .catching(error -> "caught", "catch")
                .map(
                        text -> {
                            store.write(text);
                            return text;
                        },
                        "after")
                .transaction("slot", "slot", store.shared()));
        assertThat(flow.submit(5).join()).isEqualTo("caught");
        assertThat(store.effects()).containsExactly("caught");
        assertThat(store.queue("flow.slot").dead()).isEmpty();
    }

    /** A range goes on behind a slot in memory: it is in one transaction nevertheless. */
    @Test
    void keepsOneTransactionForARangeThatGoesOnInMemory() {
        Flow<Integer, Integer> flow = rangeOverTwoSlots(JoinSettings.fixed(2));
        IntStream.range(0, 10).forEach(flow::accept);
        awaitEffects(IntStream.range(0, 10)
                .filter(i -> i % 2 == 0)
                .mapToObj(i -> List.of("first " + i, "second " + i))
                .flatMap(List::stream)
                .toList());
        await().untilAsserted(() -> assertThat(store.queue("flow.slot").dead()).hasSize(5));
        await().untilAsserted(
                        () -> assertThat(store.queue("flow.slot").waiting()).isEmpty());
    }

    /** The slot is filled while an event is within the range. */
    @Test
    void keepsOneTransactionForARangeInWhichASlotIsFilled() {
        Flow<Integer, Integer> flow = rangeOverTwoSlots(JoinSettings.fixed(2));
        flows.manager().change(ChangeRequest.takeOut("flow", "next"));
        held = true;
        flow.accept(2);
        gate.awaitReached();
        flow.accept(4);
        flows.manager().change(ChangeRequest.put("flow", "next", JoinSettings.fixed(2)));
        gate.open();
        awaitEffects(List.of("first 2", "second 2", "first 4", "second 4"));
        assertThat(store.commits()).allSatisfy(commit -> assertThat(numbersOf("first ", commit))
                .as("in the same transaction")
                .isEqualTo(numbersOf("second ", commit)));
        await().untilAsserted(
                        () -> assertThat(store.queue("flow.slot").waiting()).isEmpty());
    }

    private static List<String> numbersOf(String prefix, List<String> effects) {
        return effects.stream()
                .filter(effect -> effect.startsWith(prefix))
                .map(effect -> effect.substring(prefix.length()))
                .toList();
    }

    private Flow<Integer, Integer> rangeOverTwoSlots(JoinSettings second) {
        return flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(durable(JoinSettings.fixed(2)))
                .map(
                        number -> {
                            if (held) {
                                gate.pass();
                            }
                            store.write("first " + number);
                            return number;
                        },
                        "slot")
                .join(second)
                .map(
                        number -> {
                            if (number % 2 == 1) {
                                throw new IllegalStateException("odd");
                            }
                            store.write("second " + number);
                            return number;
                        },
                        "next")
                .transaction("slot", "next", store.shared()));
    }
}
