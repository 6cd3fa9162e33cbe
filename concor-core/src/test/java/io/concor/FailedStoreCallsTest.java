package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.SimulatedStore.Fault;
import io.concor.fixture.StoredFlows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls of a store that fail, or whose answers are lost. */
@Timeout(60)
class FailedStoreCallsTest extends StoredFlows {

    /** Each call to the store fails once, with and without effect. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void losesAndRepeatsNothingWhicheverCallFails(String pool, JoinSettings join) {
        assertNothingLostOrRepeated(join, Fault.AFTER, 8);
    }

    @Tag("full")
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("faults")
    void losesAndRepeatsNothingWhicheverOfManyCallsFails(String pool, Fault fault, JoinSettings join) {
        assertNothingLostOrRepeated(join, fault, 30);
    }

    static Stream<Arguments> faults() {
        return pools().flatMap(pool ->
                Stream.of(Fault.values()).map(fault -> Arguments.of(pool.get()[0], fault, pool.get()[1])));
    }

    private void assertNothingLostOrRepeated(JoinSettings join, Fault fault, int calls) {
        Flow<Integer, String> flow = flow(join);
        int next = 0;
        for (int call = 1; call <= calls; call++) {
            List<String> before = store.effects();
            store.failAt(call, fault);
            List<CompletableFuture<@Nullable Void>> accepted = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                accepted.add(flow.accept(next + i));
            }
            int from = next;
            List<String> taken = IntStream.range(0, 10)
                    .filter(i -> accepted.get(i)
                            .handle((none, error) -> error == null || fault == Fault.AFTER)
                            .join())
                    .mapToObj(i -> String.valueOf(from + i))
                    .toList();
            next += 10;
            await("call " + call).pollInterval(Duration.ofMillis(5)).untilAsserted(() -> assertThat(store.effects())
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(before.stream(), taken.stream()).toList()));
        }
        assertOrder(join);
        store.failAt(Long.MAX_VALUE / 2, fault);
        awaitNothingLeft();
    }

    /** The store finds out that the events have ended. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("pools")
    void tellsResultsWhoseCommitHadNoAnswer(String pool, JoinSettings join) {
        store.findOut();
        Flow<Integer, String> flow = flow(join);
        for (int call = 1; call <= 8; call++) {
            List<String> before = store.effects();
            store.failAt(call, Fault.AFTER);
            CompletableFuture<String> result = flow.submit(call);
            String message = String.valueOf(call);
            await("call " + call).until(() -> result.isDone() && store.effects().size() > before.size());
            assertThat(result.handle((value, error) -> error == null ? value : "put: " + error.getMessage())
                            .join())
                    .matches(text -> text.equals("done " + message) || text.contains("the answer to put is lost"));
            assertThat(store.effects()).filteredOn(message::equals).hasSize(1);
        }
        store.failAt(Long.MAX_VALUE / 2, Fault.AFTER);
        awaitNothingLeft();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void doesNotRepeatAPutThatFailed(Fault fault) {
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .retry(RetryPolicy.maxRetries(3).delay(Duration.ofMillis(1)))
                .join(SINGLE)
                .map(this::write, "slot"));
        store.failAt(1, fault);
        assertThatThrownBy(flow.accept(5)::join).hasMessageContaining("put");
        awaitEffects(fault == Fault.AFTER ? List.of("5") : List.of());
    }

    @Test
    void doesNotBlameAnEventForALostConnection() {
        AtomicInteger attempts = new AtomicInteger();
        Flow<Integer, String> flow = flows.start(Flows.<Integer>create("flow")
                .queues(store)
                .join(SINGLE)
                .map(
                        number -> {
                            if (attempts.incrementAndGet() == 1) {
                                store.loseConnection();
                                throw new IllegalStateException("the connection is lost");
                            }
                            return write(number);
                        },
                        "slot"));
        assertThat(flow.submit(5).join()).isEqualTo("done 5");
        assertThat(store.queue("flow.slot").dead()).isEmpty();
    }
}
