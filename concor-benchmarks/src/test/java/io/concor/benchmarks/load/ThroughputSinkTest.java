package io.concor.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.benchmarks.workload.Event;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThroughputSinkTest {

    private final ThroughputSink timeline = new ThroughputSink(100);

    @Test
    void countsWhatComesOutInItsWindow() {
        timeline.start(System.nanoTime());

        send(3);

        assertThat(timeline.average(0, 100) * 100).isEqualTo(3);
        assertThat(timeline.fewest(0, 100)).isZero();
        assertThat(timeline.sum()).isEqualTo(3);
    }

    @Test
    void forgetsWhatCameBeforeItsStart() {
        timeline.start(System.nanoTime());
        send(3);

        timeline.start(System.nanoTime());

        assertThat(timeline.sum()).isZero();
        assertThat(timeline.average(0, 100)).isZero();
    }

    @Test
    void seesTheGapSinceTheLastEvent() {
        long longAgo = System.nanoTime() - 50 * ThroughputSink.WINDOW_NANOS;
        timeline.start(longAgo);

        send(1);

        assertThat(timeline.longestGapMillis(0, 100)).isGreaterThanOrEqualTo(500);
    }

    @Test
    void comparesAChangeWithTheRunWithoutOne() {
        long start = System.nanoTime();
        timeline.start(start);
        send(30);
        ChangeImpact dents = new ChangeImpact(timeline);
        dents.changed(LayoutChange.NONE, start, start);
        dents.changed(LayoutChange.PUT_IN, start, start + ThroughputSink.WINDOW_NANOS);

        Map<LayoutChange, Map<String, Double>> results = dents.results();

        assertThat(results.get(LayoutChange.NONE)).containsEntry("tookMedianMillis", 0.0);
        assertThat(results.get(LayoutChange.PUT_IN))
                .containsEntry("tookMedianMillis", 10.0)
                .containsEntry("fewestWorst", 0.0)
                .hasSize(6);
    }

    @Test
    void tellsWhatTheFirstChangeOfAKindDid() {
        long start = System.nanoTime();
        timeline.start(start);
        send(30);
        ChangeImpact dents = new ChangeImpact(timeline);
        dents.changed(LayoutChange.NONE, start, start + 3 * ThroughputSink.WINDOW_NANOS);
        dents.changed(LayoutChange.NONE, start, start);

        assertThat(dents.first())
                .containsOnly(Map.entry(LayoutChange.NONE, Map.of("tookFirstMillis", 30.0, "fewestFirst", 0.0)));
    }

    private void send(int events) {
        Event event = new Event();
        event.due = 1;
        for (int i = 0; i < events; i++) {
            timeline.accept(event);
        }
    }
}
