package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.autoconfigure.diagnosis.VerdictSamples;
import io.concor.diagnosis.verdict.Cause;
import io.concor.manage.Manager;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AlarmMetersTests {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final Manager manager = new Manager();
    private final AlarmMeters meters = new AlarmMeters(manager);
    private final Flow<String, String> orders = Flows.<String>create("orders")
            .map((String order) -> order, "parser")
            .build();

    @BeforeEach
    void bind() {
        manager.register(orders);
        meters.bindTo(registry);
    }

    @AfterEach
    void close() {
        orders.close();
    }

    private static List<String> read(MeterRegistry registry) {
        Garbage.collect();
        return registry.find("concor.flow.limited").gauges().stream()
                .map(AlarmMetersTests::described)
                .toList();
    }

    private static String described(Gauge gauge) {
        return String.format(
                Locale.ROOT,
                "%s %s %s %.0f",
                gauge.getId().getTag("flow"),
                gauge.getId().getTag("cause"),
                gauge.getId().getTag("slot"),
                gauge.value());
    }

    @Test
    void areZeroWithoutAnAlarm() {
        assertThat(read(registry)).containsExactly("orders none none 0");
    }

    @Test
    void nameTheCauseAndTheSlotOfAnAlarm() {
        meters.onRaised(VerdictSamples.limited(Cause.LOCK, "parser"));

        assertThat(read(registry)).containsExactly("orders lock parser 1");
    }

    @Test
    void areReplacedWhenTheCauseChangesAndWhenTheAlarmIsCleared() {
        meters.onRaised(VerdictSamples.limited(Cause.LOCK, "parser"));
        meters.onRaised(VerdictSamples.limited(Cause.CPU, null));
        assertThat(read(registry)).containsExactly("orders cpu none 1");

        meters.onCleared(VerdictSamples.limited(Cause.LOCK, "parser"));
        assertThat(read(registry)).containsExactly("orders none none 0");
    }

    @Test
    void nameTheSlotThatTheCauseHasMovedTo() {
        meters.onRaised(VerdictSamples.limited(Cause.LOCK, "parser"));
        meters.onMoved(VerdictSamples.limited(Cause.LOCK, "writer"));

        assertThat(read(registry)).containsExactly("orders lock writer 1");
    }

    @Test
    void ofOtherFlowsStay() {
        try (Flow<String, String> payments = Flows.<String>create("payments")
                .map((String payment) -> payment, "parser")
                .build()) {
            manager.register(payments);
            MeterRegistry both = new SimpleMeterRegistry();
            meters.bindTo(both);
            List<String> exchanged = new ArrayList<>();
            both.config()
                    .onMeterAdded(meter -> exchanged.add(meter.getId().getTag("flow")))
                    .onMeterRemoved(meter -> exchanged.add(meter.getId().getTag("flow")));

            meters.onRaised(VerdictSamples.limited(Cause.LOCK, "parser"));
            meters.onCleared(VerdictSamples.limited(Cause.LOCK, "parser"));

            assertThat(exchanged).containsOnly("orders");
            assertThat(read(both)).containsExactlyInAnyOrder("orders none none 0", "payments none none 0");
        }
    }

    @Test
    void stayWhenTheAlarmIsRaisedAgain() {
        meters.onRaised(VerdictSamples.limited(Cause.LOCK, "parser"));
        Gauge before = registry.get("concor.flow.limited").gauge();

        meters.onRaised(VerdictSamples.limited(Cause.LOCK, "parser"));

        assertThat(registry.get("concor.flow.limited").gauge()).isSameAs(before);
        assertThat(read(registry)).containsExactly("orders lock parser 1");
    }

    @Test
    void areInEachRegistry() {
        meters.onRaised(VerdictSamples.limited(Cause.LOCK, "parser"));
        MeterRegistry late = new SimpleMeterRegistry();
        meters.bindTo(late);
        assertThat(read(late)).containsExactly("orders lock parser 1");

        meters.onCleared(VerdictSamples.limited(Cause.LOCK, "parser"));

        assertThat(read(late)).containsExactly("orders none none 0");
        assertThat(read(registry)).containsExactly("orders none none 0");
    }

    @Test
    void areZeroForAClosedFlow() {
        meters.onRaised(VerdictSamples.limited(Cause.LOCK, "parser"));
        orders.close();

        assertThat(read(registry)).containsExactly("orders lock parser 0");
    }

    @Test
    void areZeroForAFlowThatTheManagerHasForgotten() {
        meters.onRaised(VerdictSamples.limited(Cause.LOCK, "parser"));
        orders.close();
        manager.forgetClosed();

        assertThat(read(registry)).containsExactly("orders lock parser 0");
    }

    @Test
    void nameTheComponentAtWhichEventsFail() {
        meters.onRaised(VerdictSamples.limited(Cause.LOCK, "parser"));
        meters.onFailing(VerdictSamples.failing());
        assertThat(registry.get("concor.flow.failing")
                        .tags("flow", "orders", "component", "remote")
                        .gauge()
                        .value())
                .isOne();
        assertThat(read(registry)).as("the other alarm").containsExactly("orders lock parser 1");

        meters.onFailureEnded(VerdictSamples.failing());
        assertThat(registry.get("concor.flow.failing").gauge())
                .returns("none", gauge -> gauge.getId().getTag("component"))
                .returns(0.0, Gauge::value);
    }
}
