package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import io.concor.fixture.RunningFlows;
import io.concor.preset.PresetStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No layout exceeds a limit, however it is requested. */
class ResourceLimitsTest {

    private static final ChangeRequest OPTIONS = ChangeRequest.options("one");
    /** The memory of a ring of a flow from {@link #register}. */
    private static final long RING_BYTES = bytes(flow -> flow.queueBytes(JoinSettings.single(), false));
    /** The memory of its contexts. */
    private static final long CONTEXT_BYTES = bytes(flow -> flow.contextBytes(false));

    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    private final ManualClock clock = new ManualClock();
    private final List<Flow<String, String>> flows = new ArrayList<>();

    @AfterEach
    void close() {
        flows.forEach(Flow::close);
    }

    private static long bytes(ToLongFunction<StagedFlow<?, ?>> part) {
        try (Flow<String, String> flow = Flows.<String>create("ring")
                .maxInFlight(1000)
                .map((String message) -> message, "a")
                .build()) {
            return part.applyAsLong((StagedFlow<?, ?>) flow);
        }
    }

    private Manager manager(ResourceLimits limits, String... names) {
        Manager manager = new Manager(PresetStore.inMemory(), limits, 10, clock);
        List.of(names).forEach(name -> register(manager, name, 2));
        return manager;
    }

    private void register(Manager manager, String name, int threads) {
        Flow<String, String> flow = Flows.<String>create(name)
                .maxInFlight(1000)
                .map((String message) -> message, "a")
                .join(JoinSettings.cached(threads))
                .map((String message) -> message, "b")
                .build();
        flows.add(flow);
        manager.register(flow);
    }

    private static ChangeRequest put(String flow, int threads) {
        return ChangeRequest.put(flow, "a", JoinSettings.cached(threads));
    }

    private static InvalidLayoutException.Violation violation(Manager manager, ChangeRequest request) {
        List<InvalidLayoutException.Violation> violations = new ArrayList<>();
        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> manager.change(request))
                .satisfies(refused -> violations.addAll(refused.violations()));
        assertThat(violations).hasSize(1);
        return violations.get(0);
    }

    @Test
    void limitTheThreadsOfASlot() {
        Manager manager = manager(ResourceLimits.NONE.threadsPerSlot(8), "one");
        manager.change(put("one", 8));

        assertThat(violation(manager, put("one", 9)))
                .isEqualTo(new InvalidLayoutException.Violation(
                        "a",
                        "threads",
                        "the slot would have 9 threads, more than the limit threads-per-slot of 8",
                        "up to 8 in each slot",
                        "threads-per-slot"));
    }

    @Test
    void limitTheThreadsOfAFlow() {
        Manager manager = manager(ResourceLimits.NONE.threadsPerFlow(8), "one");
        manager.change(put("one", 6));

        assertThat(violation(manager, put("one", 7)))
                .returns("a", InvalidLayoutException.Violation::slot)
                .returns(
                        "all slots of the flow together would have 9 threads, more than the limit threads-per-flow of 8",
                        InvalidLayoutException.Violation::reason);
    }

    @Test
    void nameTheSlotThatGrowsRatherThanTheLargest() {
        Manager threads = manager(ResourceLimits.NONE.threadsPerFlow(8), "one");
        threads.change(put("one", 6));
        Manager rings = manager(ResourceLimits.NONE.ringMemory(CONTEXT_BYTES + RING_BYTES), "other");
        rings.change(ChangeRequest.put("other", "b", JoinSettings.cached(6)));

        assertThat(violation(threads, ChangeRequest.put("one", "b", JoinSettings.cached(3))))
                .returns("b", InvalidLayoutException.Violation::slot);
        assertThat(violation(rings, put("other", 1))).returns("a", InvalidLayoutException.Violation::slot);
    }

    @Test
    void limitTheThreadsOfAllFlows() {
        Manager manager = manager(ResourceLimits.NONE.threads(10), "one", "two");
        manager.change(put("one", 6));

        assertThat(violation(manager, put("two", 1)))
                .returns(
                        "all flows together would have 11 threads, 3 of them in this flow, more than the limit threads of 10",
                        InvalidLayoutException.Violation::reason)
                .returns("up to 2 over all slots of this flow", InvalidLayoutException.Violation::allowed);
    }

    @Test
    void limitTheMemoryOfRings() {
        Manager manager = manager(ResourceLimits.NONE.ringMemory(2 * CONTEXT_BYTES + 3 * RING_BYTES), "one", "two");
        manager.change(put("one", 6));

        assertThat(violation(manager, put("two", 1)))
                .returns("pool", InvalidLayoutException.Violation::field)
                .returns(
                        "up to %d bytes in this flow: fewer filled slots, or a smaller max-in-flight"
                                .formatted(CONTEXT_BYTES + RING_BYTES),
                        InvalidLayoutException.Violation::allowed);
    }

    @Test
    void limitTheMemoryOfTheContextsOfAFlowWithoutAFilledSlot() {
        Manager manager = new Manager(PresetStore.inMemory(), ResourceLimits.NONE.ringMemory(CONTEXT_BYTES - 1), 10);
        Flow<String, String> flow = Flows.<String>create("large")
                .maxInFlight(1000)
                .map((String message) -> message, "a")
                .build();
        flows.add(flow);

        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> manager.register(flow))
                .withMessageContaining(
                        "the contexts and rings of all flows together would take %d bytes, %d of them in this flow",
                        CONTEXT_BYTES, CONTEXT_BYTES)
                .returns("a", InvalidLayoutException::slot);
    }

    @Test
    void areReportedTogetherWithBrokenRules() {
        Manager manager = new Manager(
                PresetStore.inMemory(), ResourceLimits.NONE.threadsPerSlot(1).threads(1), 10);
        Flow<String, String> flow = Flows.<String>create("flow")
                .join(JoinSettings.single())
                .mapSingleThreaded((String message) -> message, "a")
                .build();
        flows.add(flow);
        manager.register(flow);

        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> manager.change(
                        ChangeRequest.put("flow", "a", JoinSettings.fixed(2)).dryRun(true)))
                .satisfies(refused -> assertThat(refused.violations())
                        .extracting(InvalidLayoutException.Violation::limit)
                        .containsExactly(null, "threads-per-slot", "threads"));
    }

    @Test
    void rejectTheRegistrationOfAFlowThatExceedsThem() {
        Manager manager = manager(ResourceLimits.NONE.threads(3), "one");

        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> register(manager, "two", 2))
                .returns("two", InvalidLayoutException::flow)
                .returns("b", InvalidLayoutException::slot);
        assertThat(manager.names()).containsExactly("one");
    }

    @Test
    void areReleasedWhenAFlowIsClosed() {
        Manager manager = manager(ResourceLimits.NONE.threads(4), "one", "two");
        flows.get(0).close();

        manager.change(put("two", 2));

        assertThat(manager.flow("two").layout().slots()).hasSize(2);
    }

    @Test
    void applyToPresetsAndUndo() {
        Manager manager = manager(ResourceLimits.NONE.threads(10), "one", "two");
        manager.change(put("one", 6));
        manager.flow("one").presets().save("large", null);
        manager.change(put("one", 1));
        manager.change(put("two", 4));

        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> manager.flow("one").presets().apply("large", OPTIONS));
        assertThatExceptionOfType(InvalidLayoutException.class).isThrownBy(() -> manager.undo(OPTIONS));
        assertThat(manager.flow("one").layout().slots()).containsEntry("a", JoinSettings.cached(1));
    }

    @Test
    void reserveTheLayoutToWhichATrialReturns() {
        Manager manager = manager(ResourceLimits.NONE.threads(10), "one", "two");
        manager.change(put("one", 6));
        manager.change(put("one", 1).revertAfter(FIVE_MINUTES));

        violation(manager, put("two", 1));
        clock.forward(FIVE_MINUTES);

        await("the restored layout")
                .until(() -> manager.flow("one").layout().slots().containsValue(JoinSettings.cached(6)));
    }

    @Test
    void releaseTheReservationOfATrialWhenItIsConfirmed() {
        Manager manager = manager(ResourceLimits.NONE.threads(10), "one", "two");
        manager.change(put("one", 6));
        manager.change(put("one", 1).revertAfter(FIVE_MINUTES));
        manager.confirm(OPTIONS);

        manager.change(put("two", 5));

        assertThat(manager.flow("two").layout().slots()).hasSize(2);
    }

    @Test
    void applyToFlowsThatChangeAtTheSameTime() throws Exception {
        String[] names = {"one", "two", "three", "four", "five", "six"};
        Manager manager = manager(ResourceLimits.NONE.threads(20), names);
        CyclicBarrier barrier = new CyclicBarrier(names.length);
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (String name : names) {
            clients.add(RunningFlows.onOwnThread(() -> {
                for (int round = 0; round < 50; round++) {
                    barrier.await();
                    tryToTakeAll(manager, name);
                    barrier.await();
                    assertThat(threads(manager)).isLessThanOrEqualTo(20);
                    barrier.await();
                    manager.change(ChangeRequest.takeOut(name, "a"));
                }
            }));
        }
        for (CompletableFuture<Void> client : clients) {
            RunningFlows.get(client);
        }
    }

    private static void tryToTakeAll(Manager manager, String name) {
        try {
            manager.change(put(name, 8));
        } catch (InvalidLayoutException others) {
            assertThat(others.violations()).hasSize(1);
        }
    }

    private static int threads(Manager manager) {
        return manager.names().stream()
                .map(name -> manager.flow(name).layout().slots())
                .map(Map::values)
                .flatMap(java.util.Collection::stream)
                .mapToInt(JoinSettings::threads)
                .sum();
    }

    @Test
    void mustBePositive() {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> ResourceLimits.NONE.threadsPerFlow(0))
                .withMessage("threads-per-flow: 0 is out of bounds; allowed: 1 or more");
    }
}
