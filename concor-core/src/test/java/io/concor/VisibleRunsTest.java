package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.RandomChanges;
import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each run of a single-threaded task sees what the run before wrote, whichever threads they are on. The runs share one
 * plain field and nothing else: an atomic or volatile one would publish what the engine has to publish.
 */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
@Timeout(120)
class VisibleRunsTest {

    private static final int SENDERS = 2;
    private static final int EVENTS = 10_000;
    private static final int CHANGES = 40;

    @RegisterExtension
    final RunningFlows flows;

    VisibleRunsTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    /** Returns the number of runs that it sees; an overlapping or unseen run makes two return the same. */
    private static final class PlainCounter implements SingleThreadedTask<Integer, Integer> {

        private int runs;

        @Override
        public Integer apply(Integer event) {
            int before = runs;
            for (int i = 0; i < 50; i++) {
                Thread.onSpinWait();
            }
            runs = before + 1;
            return before;
        }
    }

    static Stream<Arguments> joins() {
        return Stream.of(
                Arguments.of("joins of one thread move", (Function<RandomGenerator, JoinSettings>)
                        random -> random.nextBoolean() ? JoinSettings.single() : JoinSettings.fixed(1)),
                Arguments.of("joins of several threads come and go", (Function<RandomGenerator, JoinSettings>) random ->
                        random.nextBoolean() ? JoinSettings.single() : JoinSettings.fixed(1 + random.nextInt(3))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("joins")
    void eachRunSeesTheOneBeforeWhile(String changes, Function<RandomGenerator, JoinSettings> joins) throws Exception {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .map((Integer event) -> event, "front")
                .map((Integer event) -> event, "middle")
                .join(JoinSettings.single())
                .mapSingleThreaded(new PlainCounter(), "counter")
                .maxInFlight(64));
        List<List<CompletableFuture<Integer>>> results = new ArrayList<>();
        try (RandomChanges random = new RandomChanges(flows.manager(), "flow", 63, joins::apply)) {
            List<CompletableFuture<Void>> sending = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                List<CompletableFuture<Integer>> own = new ArrayList<>();
                results.add(own);
                sending.add(RunningFlows.onOwnThread(() -> send(flow, random, own)));
            }
            for (CompletableFuture<Void> sender : sending) {
                sender.get(100, TimeUnit.SECONDS);
            }
        }
        assertThat(flows.manager().flow("flow").stop(Duration.ofSeconds(10)).clean())
                .isTrue();

        List<Integer> seen = results.stream()
                .flatMap(List::stream)
                .map(CompletableFuture::join)
                .sorted()
                .toList();
        assertThat(seen)
                .as("runs that each run has seen")
                .isEqualTo(IntStream.range(0, seen.size()).boxed().toList());
    }

    private static void send(
            Flow<Integer, Integer> flow, RandomChanges changes, List<CompletableFuture<Integer>> results) {
        for (int event = 0; event < EVENTS || changes.made() < CHANGES; event++) {
            results.add(flow.submit(event));
        }
    }
}
