package io.concor.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Sampling;
import io.concor.statistics.EventObserver;
import io.concor.statistics.EventOutcome;
import io.concor.statistics.SampleListener;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is measured often is passed on seldom, unless a user asks for all of it. */
class RateLimitTest {

    private static final int EVENTS = 3 * SampleListener.MAX_EVENTS_PER_SECOND;
    private static final long PERIOD = 1_000;

    private int heard;
    private int followed;

    private static long admitted(RateLimit limit, long nanos) {
        return IntStream.range(0, 10).filter(i -> limit.admits(nanos)).count();
    }

    @Test
    void admitsAsManyInEachPeriod() {
        RateLimit limit = new RateLimit(3, PERIOD);
        long start = System.nanoTime() + PERIOD;

        assertThat(admitted(limit, start)).isEqualTo(3);
        assertThat(admitted(limit, start + PERIOD - 1)).isZero();
        assertThat(admitted(limit, start + PERIOD)).isEqualTo(3);
        assertThat(admitted(limit, start + 10 * PERIOD)).isEqualTo(3);
    }

    /** Returns how long it took, in nanoseconds. */
    private long measure(Sampling sampling) {
        FlowRecorder recorder = new FlowRecorder(1);
        recorder.adaptTo(sampling);
        recorder.listen(new SampleListener() {
            @Override
            public void onEnd(EventOutcome outcome, long nanos) {
                heard++;
            }
        });
        recorder.observe(() -> new EventObserver.EventObservation() {
            @Override
            public void taskStarted(int component) {
                followed++;
            }
        });
        EventStopwatch stopwatch = new EventStopwatch(recorder);
        long began = System.nanoTime();
        for (int i = 0; i < EVENTS; i++) {
            stopwatch.start();
            stopwatch.taskStarts(0);
            stopwatch.stop(EventOutcome.COMPLETED, null);
        }
        return System.nanoTime() - began;
    }

    @Test
    void passesOnAShareOfManySamples() {
        double seconds = measure(Sampling.DEFAULT) / 1e9;

        assertThat(heard).isBetween(1, (int) (SampleListener.MAX_EVENTS_PER_SECOND * (seconds + 0.2)));
        assertThat(followed).isBetween(1, (int) (EventObserver.MAX_EVENTS_PER_SECOND * (seconds + 2)));
    }

    @Test
    void passesOnEachSampleIfAllEventsAreSampled() {
        measure(new Sampling(true, 128, 128));

        assertThat(heard).isEqualTo(EVENTS);
        assertThat(followed).isEqualTo(EVENTS);
    }
}
