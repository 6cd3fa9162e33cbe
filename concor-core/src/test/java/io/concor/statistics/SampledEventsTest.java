package io.concor.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.fixture.MuteException;
import io.concor.fixture.RunningFlows;
import io.concor.layout.FlowSummary;
import io.concor.manage.Manager;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many events of a flow are measured. */
@Timeout(60)
class SampledEventsTest {

    /** Counts what it hears. */
    private static final class Counting implements SampleListener {
        private final AtomicInteger services = new AtomicInteger();
        private final AtomicInteger waits = new AtomicInteger();
        private final AtomicInteger stages = new AtomicInteger();
        private final AtomicInteger ends = new AtomicInteger();

        @Override
        public void onService(int component, long nanos) {
            services.incrementAndGet();
        }

        @Override
        public void onWaiting(int slot, long nanos) {
            waits.incrementAndGet();
        }

        @Override
        public void onStage(int first, long nanos) {
            stages.incrementAndGet();
        }

        @Override
        public void onEnd(EventOutcome outcome, long nanos) {
            ends.incrementAndGet();
        }
    }

    @RegisterExtension
    final RunningFlows flows = RunningFlows.measuredByDefault();

    private final Counting heard = new Counting();

    /** Two components, the second in a stage of its own. */
    private Flow<Integer, Integer> flow(Sampling sampling) {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("flow")
                .<Integer>map(message -> message, "a")
                .join(JoinSettings.fixed(2))
                .<Integer>map(message -> message, "b")
                .sampling(sampling));
        flows.manager().flow("flow").listen(heard);
        return flow;
    }

    private void assertHeard(int events) {
        await("all events ended")
                .until(() -> flows.manager().flow("flow").summary().inFlight() == 0);
        assertThat(heard.ends).hasValue(events);
        assertThat(heard.services).hasValue(2 * events);
        assertThat(heard.waits).hasValue(events);
        assertThat(heard.stages).hasValue(2 * events);
    }

    @ParameterizedTest
    @CsvSource({"3, 128, 30", "1, 1, 1280", "1, 2, 640", "128, 128, 1280", "5, 100, 65"})
    void areExactlyTheBurstOfEachInterval(int burst, int interval, int measured) {
        Flow<Integer, Integer> flow = flow(new Sampling(true, burst, interval));

        for (int i = 0; i < 1280; i++) {
            flow.apply(i);
        }

        assertHeard(measured);
    }

    @Test
    void areExactlyTheBurstAlsoIfOneEventIsInsideAtATime() throws Exception {
        Flow<Integer, Integer> flow = flow(Sampling.DEFAULT);

        for (int i = 0; i < 3 * 128; i++) {
            RunningFlows.get(flow.submit(i));
        }

        assertHeard(9);
    }

    @Test
    void areAsManyAsAllSayWhoSayItAtOnce() throws Exception {
        flow(new Sampling(true, 1, 1_000));
        Manager manager = flows.manager();

        CompletableFuture<Void> bursts = RunningFlows.onOwnThread(() -> {
            for (int i = 0; i < 500; i++) {
                manager.flow("flow").sampling(before -> new Sampling(true, before.burst() + 1, before.interval()));
            }
        });
        for (int i = 0; i < 500; i++) {
            manager.flow("flow").sampling(before -> new Sampling(true, before.burst(), before.interval() + 1));
        }
        RunningFlows.get(bursts);

        assertThat(manager.flow("flow").sampling()).isEqualTo(new Sampling(true, 501, 1_500));
    }

    @Test
    void areTheFirstOfAnIntervalSoThatARareEventIsMeasuredToo() throws Exception {
        Flow<Integer, Integer> flow = flow(Sampling.DEFAULT);

        RunningFlows.get(flow.submit(1));

        assertHeard(1);
    }

    @Test
    void areExactlyTheBurstAlsoIfSeveralThreadsEnterEvents() throws Exception {
        Flow<Integer, Integer> flow = flow(Sampling.DEFAULT);
        List<CompletableFuture<Void>> producers = new ArrayList<>();
        for (int p = 0; p < 4; p++) {
            producers.add(RunningFlows.onOwnThread(() -> {
                for (int i = 0; i < 128 * 25; i++) {
                    flow.apply(i);
                }
            }));
        }
        for (CompletableFuture<Void> producer : producers) {
            RunningFlows.get(producer);
        }

        assertHeard(300);
    }

    @Test
    void areNotUsedUpByEventsThatWereRefused() {
        Flow<Integer, Integer> flow = flow(new Sampling(true, 1, 10));
        flow.apply(0);
        flows.manager().flow("flow").stop(Duration.ofSeconds(10));
        for (int i = 0; i < 7; i++) {
            assertThat(flow.tryApply(i)).isFalse();
        }
        flows.manager().flow("flow").start();

        for (int i = 1; i < 10; i++) {
            flow.apply(i);
        }

        assertHeard(1);
    }

    @Test
    void areNoneIfSamplingIsOff() {
        Flow<Integer, Integer> flow = flow(new Sampling(false, 128, 128));

        for (int i = 0; i < 1_000; i++) {
            flow.apply(i);
        }

        assertHeard(0);
        assertThat(flows.manager().flow("flow").statistics().sinceStart().latency())
                .isEqualTo(LatencyDistribution.NONE);
        assertThat(flows.manager().flow("flow").summary())
                .returns(false, FlowSummary::sampling)
                .returns(1_000L, FlowSummary::completed);
    }

    @Test
    void areAsManyAsSamplingSaysFromTheMomentItIsSwitched() {
        Flow<Integer, Integer> flow = flow(new Sampling(false, 1, 1));
        for (int i = 0; i < 100; i++) {
            flow.apply(i);
        }
        assertHeard(0);

        flows.manager().flow("flow").sampling(new Sampling(true, 1, 1));
        for (int i = 0; i < 100; i++) {
            flow.apply(i);
        }
        assertHeard(100);
        assertThat(flows.manager().flow("flow").sampling()).isEqualTo(new Sampling(true, 1, 1));

        flows.manager().flow("flow").sampling(new Sampling(true, 1, 10));
        for (int i = 0; i < 100; i++) {
            flow.apply(i);
        }
        assertHeard(110);
    }

    @Test
    void areHeardByTheListenerThatCameLast() {
        Flow<Integer, Integer> flow = flow(new Sampling(true, 1, 1));
        flow.apply(1);
        assertHeard(1);

        flows.manager().flow("flow").listen(SampleListener.NONE);
        flow.apply(1);

        assertHeard(1);
    }

    @Test
    void aListenerThatThrowsWhatCannotBePrintedHarmsNoEvent() throws Exception {
        Flow<Integer, Integer> flow = flow(new Sampling(true, 1, 1));
        flows.manager().flow("flow").listen(new SampleListener() {
            @Override
            public void onService(int component, long nanos) {
                throw new MuteException();
            }

            @Override
            public void onEnd(EventOutcome outcome, long nanos) {
                throw new MuteException();
            }
        });

        assertThat(RunningFlows.get(flow.submit(1))).isEqualTo(1);
        assertThat(RunningFlows.get(flow.submit(2))).isEqualTo(2);
    }

    @Test
    void aListenerThatThrowsHarmsNoEvent() throws Exception {
        Flow<Integer, Integer> flow = flow(new Sampling(true, 1, 1));
        flows.manager().flow("flow").listen(new SampleListener() {
            @Override
            public void onService(int component, long nanos) {
                throw new IllegalStateException("deaf to services");
            }

            @Override
            public void onWaiting(int slot, long nanos) {
                throw new IllegalStateException("deaf to waiting");
            }

            @Override
            public void onStage(int first, long nanos) {
                throw new IllegalStateException("deaf to stages");
            }

            @Override
            public void onEnd(EventOutcome outcome, long nanos) {
                throw new IllegalStateException("deaf to ends");
            }
        });

        assertThat(RunningFlows.get(flow.submit(1))).isEqualTo(1);
        assertThat(RunningFlows.get(flow.submit(2))).isEqualTo(2);
    }
}
