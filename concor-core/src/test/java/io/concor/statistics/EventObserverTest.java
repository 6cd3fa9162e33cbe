package io.concor.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.fixture.RunningFlows;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who follows sampled events, and in which order it hears of their way. */
@Timeout(60)
class EventObserverTest {

    private static final Sampling EACH = new Sampling(true, 1, 1);

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final List<String> heard = new CopyOnWriteArrayList<>();

    private <I, O> Flow<I, O> start(FlowBuilder<I, O> builder) {
        Flow<I, O> flow = flows.start(builder.sampling(EACH));
        flows.manager().flow("flow").observe(Diary::new);
        return flow;
    }

    private static FlowBuilder<Integer, Integer> flow() {
        return Flows.create("flow");
    }

    @Test
    void hearsOfEachTaskAndOfTheWaitingBetween() throws Exception {
        Flow<Integer, Integer> flow = start(flow().forEach(event -> heard.add("a"), "a")
                .join(JoinSettings.single())
                .forEach(event -> heard.add("b"), "b")
                .catching(error -> 0, "catch"));
        RunningFlows.get(flow.submit(1));
        assertThat(heard)
                .containsExactly(
                        "entered",
                        "started 0",
                        "a",
                        "stopped 0",
                        "waits at 1",
                        "taken at 1",
                        "started 1",
                        "b",
                        "stopped 1",
                        "ended completed");
    }

    @Test
    void hearsWhatTheEventFailedWithAndWhoAnswered() throws Exception {
        Flow<Integer, Integer> flow = start(flow().<Integer>map(
                        event -> {
                            throw new IllegalStateException("broken");
                        },
                        "a")
                .forEach(event -> heard.add("skipped"), "b")
                .catching(error -> 0, "catch"));
        RunningFlows.get(flow.submit(1));
        assertThat(heard)
                .containsExactly(
                        "entered", "started 0", "stopped 0 broken", "started 2", "stopped 2", "ended completed");
    }

    @Test
    void hearsWithWhatAnEventEnds() throws Exception {
        Flow<Integer, Integer> flow = start(flow().<Integer>map(
                        event -> {
                            throw new IllegalStateException("broken");
                        },
                        "a"));
        assertThat(RunningFlows.errorOf(flow.submit(1))).hasMessage("broken");
        assertThat(heard).containsExactly("entered", "started 0", "stopped 0 broken", "ended failed broken");
    }

    @Test
    void hearsOfATransitionThatIsAnsweredLater() throws Exception {
        Queue<Continuation<Integer>> waiting = new ConcurrentLinkedQueue<>();
        Flow<Integer, Integer> flow = start(flow().<Integer>bind((event, back) -> waiting.add(back), "cross"));
        CompletableFuture<Integer> result = flow.submit(1);
        heard.add("called");
        waiting.remove().complete(2);
        RunningFlows.get(result);
        assertThat(heard)
                .containsExactly("entered", "started 0", "returned 0", "called", "stopped 0", "ended completed");
    }

    @Test
    void hearsOfATransitionThatIsAnsweredAtOnce() throws Exception {
        Flow<Integer, Integer> flow = start(flow().<Integer>bind((event, back) -> back.complete(2), "cross"));
        RunningFlows.get(flow.submit(1));
        assertThat(heard).containsExactly("entered", "started 0", "stopped 0", "ended completed");
    }

    @Test
    void hearsNothingOfEventsThatAreNotSampled() throws Exception {
        Flow<Integer, Integer> flow = start(flow().<Integer>map(event -> event, "a"));
        flows.manager().flow("flow").sampling(new Sampling(false, 1, 1));
        RunningFlows.get(flow.submit(1));
        assertThat(heard).isEmpty();
    }

    @Test
    void harmsNoEventByWhatItThrows() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().<Integer>map(event -> event + 1, "a")
                .join(JoinSettings.single())
                .<Integer>map(event -> event + 1, "b")
                .sampling(EACH));
        flows.manager().flow("flow").observe(() -> new EventObserver.EventObservation() {
            @Override
            public void taskStarted(int component) {
                heard.add("throws");
                throw new AssertionError("on purpose");
            }
        });
        assertThat(RunningFlows.get(flow.submit(1))).isEqualTo(3);
        await().until(() -> heard.size() == 2);
    }

    /** Writes down what it hears. */
    private final class Diary implements EventObserver.EventObservation {

        Diary() {
            heard.add("entered");
        }

        @Override
        public void taskStarted(int component) {
            heard.add("started " + component);
        }

        @Override
        public void taskReturned(int component) {
            heard.add("returned " + component);
        }

        @Override
        public void taskStopped(int component, @Nullable Throwable error) {
            heard.add("stopped " + component + with(error));
        }

        @Override
        public void waitStarted(int slot) {
            heard.add("waits at " + slot);
        }

        @Override
        public void waitStopped(int slot) {
            heard.add("taken at " + slot);
        }

        @Override
        public void ended(EventOutcome outcome, @Nullable Throwable error) {
            heard.add("ended " + outcome + with(error));
        }

        private static String with(@Nullable Throwable error) {
            return error == null ? "" : " " + error.getMessage();
        }
    }
}
