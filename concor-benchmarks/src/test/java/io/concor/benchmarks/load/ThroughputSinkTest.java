package io.concor.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.benchmarks.workload.Event;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThroughputSinkTest {

    private final ThroughputSink sink = new ThroughputSink(100);

    @Test
    void countsEventsPerWindow() {
        sink.start(System.nanoTime());

        send(3);

        assertThat(sink.average(0, 100) * 100).isEqualTo(3);
        assertThat(sink.fewest(0, 100)).isZero();
        assertThat(sink.sum()).isEqualTo(3);
    }

    @Test
    void clearsItsFiguresAtTheStart() {
        sink.start(System.nanoTime());
        send(3);

        sink.start(System.nanoTime());

        assertThat(sink.sum()).isZero();
        assertThat(sink.average(0, 100)).isZero();
    }

    @Test
    void measuresTheGapSinceTheLastEvent() {
        long longAgo = System.nanoTime() - 50 * ThroughputSink.WINDOW_NANOS;
        sink.start(longAgo);

        send(1);

        assertThat(sink.longestGapMillis(0, 100)).isGreaterThanOrEqualTo(500);
    }

    @Test
    void comparesAChangeWithTheOutputWithoutOne() {
        long start = System.nanoTime();
        sink.start(start);
        send(30);
        ChangeImpact impact = new ChangeImpact(sink);
        impact.changed(LayoutChange.NONE, start, start);
        impact.changed(LayoutChange.PUT_IN, start, start + ThroughputSink.WINDOW_NANOS);

        Map<LayoutChange, Map<String, Double>> results = impact.results();

        assertThat(results.get(LayoutChange.NONE)).containsEntry("tookMedianMillis", 0.0);
        assertThat(results.get(LayoutChange.PUT_IN))
                .containsEntry("tookMedianMillis", 10.0)
                .containsEntry("fewestWorst", 0.0)
                .hasSize(6);
    }

    @Test
    void reportsTheFirstChangeOfAKind() {
        long start = System.nanoTime();
        sink.start(start);
        send(30);
        ChangeImpact impact = new ChangeImpact(sink);
        impact.changed(LayoutChange.NONE, start, start + 3 * ThroughputSink.WINDOW_NANOS);
        impact.changed(LayoutChange.NONE, start, start);

        assertThat(impact.first())
                .containsOnly(Map.entry(LayoutChange.NONE, Map.of("tookFirstMillis", 30.0, "fewestFirst", 0.0)));
    }

    private void send(int events) {
        Event event = new Event();
        event.due = 1;
        for (int i = 0; i < events; i++) {
            sink.accept(event);
        }
    }
}
