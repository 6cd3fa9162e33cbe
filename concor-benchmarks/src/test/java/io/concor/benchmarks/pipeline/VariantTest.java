package io.concor.benchmarks.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.Sampling;
import io.concor.benchmarks.starter.Surroundings;
import io.concor.benchmarks.workload.CallKind;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Shapes;
import io.concor.benchmarks.workload.Sink;
import io.concor.benchmarks.workload.Stage;
import io.concor.benchmarks.workload.Step;
import io.concor.benchmarks.workload.TrivialWork;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(300) // against hanging only
class VariantTest {

    private static final int EVENTS = 5_000;
    private static final int SENDERS = 3;
    /** Each starts an application. */
    private static final Set<Variant> STARTED =
            EnumSet.of(Variant.CONCOR, Variant.CONCOR_DEFAULT_BOUND, Variant.CONCOR_UNOBSERVED);

    @ParameterizedTest
    @MethodSource("variantsAndShapes")
    void runsAllTasksOnEachEventOnce(Variant variant, String name, Shape shape) {
        List<Event> events = Stream.generate(Event::new).limit(EVENTS).toList();
        Sink sink = new Sink();

        try (Pipeline pipeline = variant.open(shape.endingIn(sink), Instrumentation.DEFAULTS)) {
            events.forEach(pipeline::send);
            sink.await(EVENTS);
        }

        assertThat(sink.seen()).isEqualTo(EVENTS);
        assertThat(events).extracting(event -> event.value).containsOnly(expected(shape));
    }

    private static long expected(Shape shape) {
        Event event = new Event();
        for (Stage stage : shape.stages()) {
            Stage.run(stage.calls(), event);
        }
        return event.value;
    }

    @ParameterizedTest
    @MethodSource("variantsAndShapesForSeveralSenders")
    void takesEventsFromSeveralSenders(Variant variant, String name, Shape shape) throws Exception {
        List<Event> events = Stream.generate(Event::new).limit(EVENTS).toList();
        Sink sink = new Sink();

        try (Pipeline pipeline = variant.open(shape.endingIn(sink), Instrumentation.DEFAULTS)) {
            List<Thread> senders = IntStream.range(0, SENDERS)
                    .mapToObj(sender -> new Thread(() -> {
                        for (int i = sender; i < EVENTS; i += SENDERS) {
                            pipeline.send(events.get(i));
                        }
                    }))
                    .toList();
            senders.forEach(Thread::start);
            for (Thread sender : senders) {
                sender.join();
            }
            sink.await(EVENTS);
        }

        assertThat(sink.seen()).isEqualTo(EVENTS);
        assertThat(events).extracting(event -> event.value).containsOnly(expected(shape));
    }

    @ParameterizedTest
    @MethodSource("variantsAndShapes")
    void wakesParkedThreads(Variant variant, String name, Shape shape) {
        List<Event> events = Stream.generate(Event::new).limit(10).toList();
        Sink sink = new Sink();

        try (Pipeline pipeline = variant.open(shape.endingIn(sink), Instrumentation.DEFAULTS)) {
            for (int sent = 0; sent < events.size(); sent++) {
                pipeline.send(events.get(sent));
                sink.await(sent + 1);
            }
        }

        assertThat(sink.seen()).isEqualTo(events.size());
    }

    static Stream<Arguments> variantsAndShapes() {
        return variantsAndShapes(1);
    }

    static Stream<Arguments> variantsAndShapesForSeveralSenders() {
        return variantsAndShapes(SENDERS);
    }

    private static Stream<Arguments> variantsAndShapes(int senders) {
        List<Arguments> all = new ArrayList<>();
        for (Variant variant : Variant.values()) {
            add(all, variant, "fused", Shapes.fused(8).sentBy(senders));
            add(all, variant, "singles", Shapes.singles(4).sentBy(senders));
            add(all, variant, "workers", Shapes.workers(100).sentBy(senders));
            add(all, variant, "client", callOfAClient(1).sentBy(senders));
            add(
                    all,
                    variant,
                    "client called by several threads",
                    callOfAClient(4).sentBy(senders));
        }
        return all.stream();
    }

    private static void add(List<Arguments> all, Variant variant, String name, Shape shape) {
        boolean sameAsTheEngine = STARTED.contains(variant) && !name.equals("singles");
        if (variant.suits(shape) && !sameAsTheEngine) {
            all.add(Arguments.of(variant, name, shape));
        }
    }

    /** A client that calls back immediately, so that the calling threads continue with the events. */
    private static Shape callOfAClient(int threads) {
        return new Shape(List.of(
                new Step.Call("before", CallKind.SIMPLE, threads, TrivialWork.trivial(0)),
                new Step.AsyncCall("call", 0, (event, done) -> done.accept(event)),
                new Step.Call("after", CallKind.SIDE_EFFECT, 0, TrivialWork.trivial(1))));
    }

    @Test
    void rejectsAnUnsuitableShape() {
        assertThatThrownBy(() -> Variant.PLAIN.open(Shapes.singles(4), Instrumentation.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("plain");
    }

    @Test
    void rejectsSeveralSendersOfAStream() {
        assertThatThrownBy(() -> Variant.RXJAVA.open(Shapes.singles(4).sentBy(2), Instrumentation.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Variant rxjava takes events from one sender only, senders is 2", "executor");
        assertThat(Variant.suiting(Shapes.singles(4).sentBy(2)))
                .contains(Variant.CONCOR, Variant.DISRUPTOR_ONE_RING, Variant.PEKKO)
                .noneMatch(variant -> variant.toString().matches("(reactor|rxjava).*"));
    }

    @Test
    void boundsTheQueuesOfAStreamTogether() {
        assertThat(StreamSettings.defaultBound(Shapes.singles(4)).capacity()).isEqualTo(256);
        assertThat(StreamSettings.rails().capacity()).isEqualTo(1024);
        assertThat(StreamSettings.rails().rail(4)).isEqualTo(256);
    }

    @Test
    void takesTheSizesOfLibrariesThatAreGivenNone() {
        assertThat(StreamSettings.ofReactor().rail(4)).isEqualTo(256);
        assertThat(StreamSettings.ofRxJava().rail(4)).isEqualTo(128);
    }

    @Test
    void samplesWithTheStarterOnlyIfNothingIsSet() {
        assertThat(Instrumentation.DEFAULTS.sampling(Surroundings.STARTER.sampling()))
                .isEqualTo(Sampling.DEFAULT);
        assertThat(Instrumentation.DEFAULTS
                        .sampling(Surroundings.ENGINE.sampling())
                        .enabled())
                .isFalse();
        assertThat(Instrumentation.NONE
                        .sampling(Surroundings.STARTER.sampling())
                        .enabled())
                .isFalse();
    }

    @Test
    void rejectsSamplingOfOtherVariantsThanConcor() {
        assertThatThrownBy(() -> Variant.QUEUE.open(Shapes.singles(4), Instrumentation.SAMPLED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("queue")
                .hasMessageContaining("sampled");
    }

    @Test
    void instrumentsEachCallWithoutChangingTheResult() {
        for (Instrumentation instrumentation : Instrumentation.values()) {
            Event measured = new Event();
            try (Pipeline pipeline = Variant.CONCOR_ENGINE.open(Shapes.fused(8), instrumentation)) {
                pipeline.send(measured);
            }
            assertThat(measured.value).isEqualTo(expected(Shapes.fused(8)));
        }
    }

    @Test
    void groupsComponentsOnTheSameThreadsIntoOneStage() {
        List<Stage> stages = Shapes.moFlow((event, done) -> {}).stages();

        assertThat(stages).extracting(Stage::threads).containsExactly(0, 1, 32, 0);
        assertThat(stages).extracting(stage -> stage.steps().size()).containsExactly(1, 2, 2, 1);
        assertThat(stages).extracting(Stage::fedByOne).containsExactly(true, true, true, false);
    }

    @Test
    void limitsEventsInFlightByTheNumberOfStages() {
        assertThat(IntStream.of(1, 4).map(stages -> Shapes.singles(stages).inFlight()))
                .containsExactly(1024, 4096);
    }
}
