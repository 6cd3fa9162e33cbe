package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.concor.fixture.RunningFlows;
import io.concor.time.FlowTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What a transition task learns of the end of its event. */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
@Timeout(60)
class TransitionEndTest {

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final IllegalStateException BROKEN = new IllegalStateException("broken on purpose");

    @RegisterExtension
    final RunningFlows flows;

    private final CompletableFuture<Continuation<String>> held = new CompletableFuture<>();
    private final AtomicInteger ends = new AtomicInteger();

    TransitionEndTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    private Flow<String, String> crossing(Duration timeout, TransitionTask<String, String> task) {
        return flows.start(
                Flows.<String>create("flow").<String>bind(task, "cross").timeout(timeout));
    }

    private void registerAndHold(String message, Continuation<String> back) {
        back.onEnd(ends::incrementAndGet);
        held.complete(back);
    }

    @Test
    void learnsOfATimeoutBeforeTheEventGoesOn() throws Exception {
        AtomicInteger endsSeenByCatchComponent = new AtomicInteger();
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .<String>bind(this::registerAndHold, "cross")
                .catching(
                        error -> {
                            endsSeenByCatchComponent.set(ends.get());
                            return held.join().ended() ? "ended" : "not ended";
                        },
                        "catch")
                .timeout(SHORT));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("ended");

        assertThat(endsSeenByCatchComponent).hasValue(1);
        assertThat(ends).hasValue(1);
    }

    @Test
    void learnsOfAStop() throws Exception {
        Flow<String, String> flow = crossing(LONG, this::registerAndHold);
        CompletableFuture<String> result = flow.submit("x");
        assertThat(RunningFlows.get(held).ended()).isFalse();

        flows.manager().flow("flow").stop(Duration.ofMillis(50));

        assertThat(RunningFlows.errorOf(result)).isInstanceOf(FlowStoppedException.class);
        assertThat(held.join().ended()).isTrue();
        assertThat(ends).hasValue(1);
    }

    @Test
    void learnsOfATimeoutWhenItReturnsTooLate() throws Exception {
        Flow<String, String> flow = crossing(SHORT, (message, back) -> {
            registerAndHold(message, back);
            FlowTime.awaitTimeout(SHORT.multipliedBy(2));
            ends.addAndGet(back.ended() ? 100 : 0);
        });

        assertThat(RunningFlows.errorOf(flow.submit("x"))).isInstanceOf(EventTimeoutException.class);

        assertThat(held.join().ended()).isTrue();
        assertThat(ends).hasValue(1);
    }

    @Test
    void runsAnActionAtOnceIfTheEventHasEnded() throws Exception {
        Flow<String, String> flow = crossing(SHORT, (message, back) -> held.complete(back));
        assertThat(RunningFlows.errorOf(flow.submit("x"))).isInstanceOf(EventTimeoutException.class);
        CompletableFuture<Thread> thread = new CompletableFuture<>();

        held.join().onEnd(() -> thread.complete(Thread.currentThread()));

        assertThat(thread).isCompletedWithValue(Thread.currentThread());
    }

    @Test
    void aCallThatDecidesIsNoEnd() throws Exception {
        Flow<String, String> flow = crossing(LONG, this::registerAndHold);
        CompletableFuture<String> result = flow.submit("x");
        Continuation<String> back = RunningFlows.get(held);

        back.complete("in time");
        back.onEnd(ends::incrementAndGet);

        assertThat(RunningFlows.get(result)).isEqualTo("in time");
        flows.manager().flow("flow").stop(Duration.ZERO);
        assertThat(back.ended()).isFalse();
        assertThat(ends).hasValue(0);
    }

    @Test
    void runsSeveralActionsTheLastOneFirst() throws Exception {
        List<Integer> order = new ArrayList<>();
        Flow<String, String> flow = crossing(SHORT, (message, back) -> {
            back.onEnd(() -> order.add(1));
            back.onEnd(() -> order.add(2));
        });

        assertThat(RunningFlows.errorOf(flow.submit("x"))).isInstanceOf(EventTimeoutException.class);

        assertThat(order).containsExactly(2, 1);
    }

    @Test
    void anActionThatThrowsIsLoggedOnceAndHarmsNoEvent() throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(Flow.class);
        logger.addAppender(log);
        log.start();
        Flow<String, String> flow = crossing(SHORT, (message, back) -> {
            back.onEnd(ends::incrementAndGet);
            back.onEnd(() -> {
                throw BROKEN;
            });
        });

        List<CompletableFuture<String>> results = List.of(flow.submit("x"), flow.submit("y"), flow.submit("z"));

        for (CompletableFuture<String> result : results) {
            assertThat(RunningFlows.errorOf(result)).isInstanceOf(EventTimeoutException.class);
        }
        logger.detachAppender(log);
        assertThat(ends).hasValue(3);
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement() // of events that end at the same time, others may have been counted before
                .asString()
                .startsWith("Flow 'flow', component 'cross': an action for the end of an event failed");
    }

    @Test
    void refusesANullAction() throws Exception {
        crossing(LONG, (message, back) -> held.complete(back)).apply("x");

        assertThatNullPointerException()
                .isThrownBy(() -> held.join().onEnd(null))
                .withMessage("the action for the end of an event is null");
        held.join().complete("done");
    }
}
