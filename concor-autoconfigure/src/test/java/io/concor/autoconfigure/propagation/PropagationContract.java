package io.concor.autoconfigure.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Continuation;
import io.concor.EventTimeoutException;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.ThreadLocalCarrier;
import io.concor.layout.SlotState;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.threadlocals.NoThreadLocalIsLeft;
import io.micrometer.context.ContextRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract for all propagated state, in every kind of pool. */
abstract class PropagationContract {

    private static final int EVENTS = 100;
    private static final int CHANGES = 40;
    private static final String IN_TRANSITION = "in-transition";

    @RegisterExtension
    final NoThreadLocalIsLeft noThreadLocalIsLeft = new NoThreadLocalIsLeft();

    final ThreadLocalCarrier carrier = new ContextPropagationCarrier(ContextRegistry.getInstance());

    abstract ThreadState belonging();

    static Stream<JoinSettings> pools() {
        Stream<JoinSettings> platform = Stream.of(JoinSettings.single(), JoinSettings.fixed(3), JoinSettings.cached(3));
        return Stream.concat(platform, virtual(8));
    }

    static Stream<JoinSettings> poolsOfOne() {
        Stream<JoinSettings> platform = Stream.of(JoinSettings.single(), JoinSettings.fixed(1), JoinSettings.cached(1));
        return Stream.concat(platform, virtual(1));
    }

    private static Stream<JoinSettings> virtual(int threads) {
        return Runtime.version().feature() < 21 ? Stream.empty() : Stream.of(JoinSettings.virtual(threads));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void everyTaskSeesTheValuesOfItsEventOnly(JoinSettings pool) {
        try (PropagationFlow railway = new PropagationFlow(belonging(), carrier, pool)) {
            List<CompletableFuture<RecordingEvent>> holding = submitHolding(railway.flow(), "first");
            List<CompletableFuture<RecordingEvent>> empty = submitHoldingNothing(railway.flow());
            holding.addAll(submitHolding(railway.flow(), "second"));

            holding.forEach(result -> seesOnly(ended(result), ended(result).name()));
            empty.forEach(result -> seesOnly(ended(result), ThreadState.NOTHING));
            assertThat(railway.seenElsewhere()).isNotEmpty().containsOnly(PropagationFlow.FOREIGN);
            noThreadLocalIsLeft.requireNothingLeft();
        }
    }

    @Test
    void everyTaskSeesTheValuesOfItsEventWhileTheLayoutChanges() {
        Manager manager = new Manager();
        List<JoinSettings> joins = pools().collect(Collectors.toList());
        try (PropagationFlow railway = new PropagationFlow(belonging(), carrier, JoinSettings.single())) {
            manager.register(railway.flow());
            Random random = new Random(4);
            List<CompletableFuture<RecordingEvent>> holding = new ArrayList<>();
            List<CompletableFuture<RecordingEvent>> empty = new ArrayList<>();

            for (int change = 0; change < CHANGES; change++) {
                holding.addAll(submitHolding(railway.flow(), "change-" + change, 10));
                empty.addAll(IntStream.range(0, 5)
                        .mapToObj(i -> railway.flow().submit(new RecordingEvent(ThreadState.NOTHING)))
                        .toList());
                manager.change(ChangeRequest.layout("railway", layout(manager, joins, random)));
            }

            holding.forEach(result -> seesOnly(ended(result), ended(result).name()));
            empty.forEach(result -> seesOnly(ended(result), ThreadState.NOTHING));
            noThreadLocalIsLeft.requireNothingLeft();
        }
    }

    private static Map<String, JoinSettings> layout(Manager manager, List<JoinSettings> joins, Random random) {
        List<String> slots = new ArrayList<>(
                manager.flow("railway").slots().stream().map(SlotState::name).toList());
        Collections.shuffle(slots, random);
        return slots.stream()
                .limit(random.nextInt(slots.size() + 1))
                .collect(Collectors.toMap(slot -> slot, slot -> joins.get(random.nextInt(joins.size()))));
    }

    @ParameterizedTest
    @MethodSource("poolsOfOne")
    void theCatchTaskSeesTheValuesOfItsEventAfterATimeout(JoinSettings pool) {
        CountDownLatch gate = new CountDownLatch(1);
        try (Flow<String, String> flow = Flows.<String>create("slow")
                .carrying(carrier)
                .timeout(Duration.ofMillis(250))
                .bind(this::answerUnlessRefused, "transition")
                .catching(error -> opening(gate, told(error)), "catches-at-the-transition")
                .join(pool)
                .map(name -> passing(gate, name), "gate")
                .catching(this::told, "catches-behind-the-queue")
                .build()) {
            CompletableFuture<String> running = submit(flow, "running");
            CompletableFuture<String> inQueue = submit(flow, "in-queue");
            CompletableFuture<String> inTransition = submit(flow, IN_TRANSITION);

            String timeout = EventTimeoutException.class.getSimpleName() + " of ";
            assertThat(ended(running)).isEqualTo(timeout + "running");
            assertThat(ended(inQueue)).isEqualTo(timeout + "in-queue");
            assertThat(ended(inTransition)).isEqualTo(timeout + IN_TRANSITION);
            noThreadLocalIsLeft.requireNothingLeft();
        }
    }

    private void answerUnlessRefused(String name, Continuation<? super String> answer) {
        if (!name.equals(IN_TRANSITION)) {
            answer.complete(name);
        }
    }

    private String told(Throwable error) {
        return error.getClass().getSimpleName() + " of " + belonging().seen();
    }

    /** Earlier events have timed out as well. */
    private static String opening(CountDownLatch gate, String told) {
        gate.countDown();
        return told;
    }

    @ParameterizedTest
    @MethodSource("pools")
    void callbacksOfTheResultSeeTheValuesOfTheEvent(JoinSettings pool) {
        CountDownLatch gate = new CountDownLatch(1);
        try (Flow<String, String> flow = Flows.<String>create("awaited")
                .carrying(carrier)
                .join(pool)
                .map(name -> passing(gate, name), "gate")
                .build()) {
            CompletableFuture<String> seen =
                    submit(flow, "event").thenApply(name -> belonging().seen());
            CompletableFuture<String> seenByNext =
                    flow.submit("next").thenApply(name -> belonging().seen());
            gate.countDown();

            assertThat(ended(seen)).isEqualTo("event");
            assertThat(ended(seenByNext)).isEqualTo(ThreadState.NOTHING);
            noThreadLocalIsLeft.requireNothingLeft();
        }
    }

    @Test
    void restoresTheCallerAfterAnEventEndedOnItsThread() {
        try (Flow<String, String> flow = Flows.<String>create("caller")
                .carrying(carrier)
                .map(name -> name + belonging().hold("by-a-task"), "holds-and-forgets")
                .build()) {
            flow.apply("event");
            assertThat(belonging().seen()).isEqualTo(ThreadState.NOTHING);

            Runnable release = belonging().hold("own");
            flow.apply("event");
            assertThat(belonging().seen()).isEqualTo("own");
            release.run();
        }
    }

    private CompletableFuture<String> submit(Flow<String, String> flow, String name) {
        Runnable release = belonging().hold(name);
        CompletableFuture<String> result = flow.submit(name);
        assertThat(belonging().seen()).isEqualTo(name);
        release.run();
        return result;
    }

    private List<CompletableFuture<RecordingEvent>> submitHolding(
            Flow<RecordingEvent, RecordingEvent> flow, String name) {
        return submitHolding(flow, name, EVENTS);
    }

    private List<CompletableFuture<RecordingEvent>> submitHolding(
            Flow<RecordingEvent, RecordingEvent> flow, String name, int events) {
        List<CompletableFuture<RecordingEvent>> results = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            Runnable release = belonging().hold(name + i);
            results.add(flow.submit(new RecordingEvent(name + i)));
            assertThat(belonging().seen()).isEqualTo(name + i);
            release.run();
        }
        return results;
    }

    private List<CompletableFuture<RecordingEvent>> submitHoldingNothing(Flow<RecordingEvent, RecordingEvent> flow) {
        return IntStream.range(0, EVENTS)
                .mapToObj(i -> flow.submit(new RecordingEvent(ThreadState.NOTHING)))
                .toList();
    }

    private static void seesOnly(RecordingEvent journey, String name) {
        assertThat(journey.seen()).hasSize(PropagationFlow.LOOKS).containsOnly(name);
    }

    private static <T> T ended(CompletableFuture<T> result) {
        return result.orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static String passing(CountDownLatch gate, String name) throws InterruptedException {
        assertThat(gate.await(20, TimeUnit.SECONDS)).isTrue();
        return name;
    }
}
