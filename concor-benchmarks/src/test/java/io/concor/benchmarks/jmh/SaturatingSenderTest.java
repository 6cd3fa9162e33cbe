package io.concor.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.benchmarks.pipeline.Pipeline;
import io.concor.benchmarks.workload.CallKind;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Shapes;
import io.concor.benchmarks.workload.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60) // against hanging only
class SaturatingSenderTest {

    private static final int EVENTS = 1_000;

    private final Set<Thread> callers = ConcurrentHashMap.newKeySet();
    private final List<Event> sent = Collections.synchronizedList(new ArrayList<>());

    private Shape recording(int senders) {
        return new Shape(List.of(new Step.Call("record", CallKind.SIMPLE, 0, event -> {
                    callers.add(Thread.currentThread());
                    sent.add(event);
                    return event;
                })))
                .sentBy(senders);
    }

    @Test
    void sendsByTheCallingThread() {
        try (SaturatingSender sender =
                SaturatingSender.open("concor-engine", "none", recording(1), EventSource.REUSED)) {
            sender.send(EVENTS);
        }

        assertThat(sent).hasSize(EVENTS);
        assertThat(callers).containsExactly(Thread.currentThread());
    }

    @Test
    void sharesTheEventsBetweenSeveralSenders() {
        try (SaturatingSender sender =
                SaturatingSender.open("concor-engine", "none", recording(3), EventSource.REUSED)) {
            sender.send(EVENTS);
            sender.send(EVENTS);
        }

        assertThat(sent).hasSize(2 * EVENTS);
        assertThat(callers).hasSize(3).doesNotContain(Thread.currentThread());
    }

    @Test
    void startsPipelinesOfOneApplicationTogether() {
        List<SaturatingSender> senders = SaturatingSender.openAll(
                "concor", "defaults", List.of(recording(1), recording(1)), EventSource.ALLOCATED);

        senders.forEach(sender -> sender.send(EVENTS));
        senders.forEach(SaturatingSender::close);

        assertThat(sent).hasSize(2 * EVENTS);
    }

    @Test
    void refusesToReuseEventsOfWhichAnyNumberMayBeInside() {
        assertThatThrownBy(
                        () -> SaturatingSender.open("executor-defaults", "none", Shapes.singles(1), EventSource.REUSED))
                .hasMessageContaining("variant executor-defaults holds any number of events");
    }

    @Test
    void createsAnObjectForEachEventIfAllocating() {
        assertThat(distinct(EventSource.ALLOCATED)).isEqualTo(20_000);
        assertThat(distinct(EventSource.REUSED)).isEqualTo(1 << 14);
    }

    private static int distinct(EventSource source) {
        Set<Event> events = Collections.newSetFromMap(new IdentityHashMap<>());
        new EventStream(new Collecting(events), source).send(20_000);
        return events.size();
    }

    private record Collecting(Set<Event> events) implements Pipeline {

        @Override
        public void send(Event event) {
            events.add(event);
        }

        @Override
        public void close() {}
    }
}
