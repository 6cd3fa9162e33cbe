package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.concor.ConcorException;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.RefusedException.Reason;
import io.concor.Sampling;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.preset.Preset;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConcorMetricsTests {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final Manager manager = new Manager();
    private final ConcorMetrics metrics = new ConcorMetrics(manager);
    private final Flow<String, Integer> flow = Flows.<String>create("orders")
            .noJoin()
            .map((String order) -> order, "parser")
            .join(JoinSettings.fixed(2).capacity(16))
            .map(Integer::valueOf, "resolver")
            .noJoin()
            .map((Integer number) -> number, "logger")
            .build();

    @BeforeEach
    void bind() {
        manager.register(flow);
        manager.flow("orders").sampling(new Sampling(true, 1, 1));
        metrics.bindTo(registry);
    }

    @AfterEach
    void close() {
        flow.close();
    }

    @Test
    void countsEveryEventByItsOutcome() throws Exception {
        flow.submit("1").get(10, TimeUnit.SECONDS);
        flow.submit("2").get(10, TimeUnit.SECONDS);
        assertThat(flow.submit("three").handle((value, failure) -> failure).get(10, TimeUnit.SECONDS))
                .isNotNull();

        assertThat(registry.get("concor.flow")
                        .tag("flow", "orders")
                        .tag("outcome", "completed")
                        .functionTimer()
                        .count())
                .isEqualTo(2);
        assertThat(registry.get("concor.flow")
                        .tag("outcome", "failed")
                        .functionTimer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("concor.flow")
                        .tag("outcome", "timed-out")
                        .functionTimer()
                        .count())
                .isZero();
        assertThat(registry.get("concor.flow")
                        .tag("outcome", "completed")
                        .functionTimer()
                        .totalTime(TimeUnit.NANOSECONDS))
                .isPositive();
    }

    @Test
    void holdsWhatItsMetersRead() throws Exception {
        Garbage.collect();
        flow.submit("three").handle((value, failure) -> failure).get(10, TimeUnit.SECONDS);
        flow.submit("1").get(10, TimeUnit.SECONDS);
        flow.submit("2").get(10, TimeUnit.SECONDS);
        manager.flow("orders").sampling(new Sampling(true, 3, 128));
        manager.flow("orders").presets().save("day", null);
        manager.change(ChangeRequest.put("orders", "resolver", JoinSettings.fixed(5)));

        assertThat(completed(registry)).isEqualTo(2);
        assertThat(errors(registry, "orders", "resolver")).isOne();
        assertThat(handled()).isPositive();
        assertThat(sampling("interval")).isEqualTo(128);
        assertThat(drifted()).isOne();
        assertThat(executor("executor.pool.max")).isEqualTo(5);
        assertThat(registry.get("concor.layout.version").gauge().value()).isEqualTo(2);
        assertThat(registry.getMeters()).allSatisfy(meter -> assertThat(meter.measure())
                .allSatisfy(measured -> assertThat(measured.getValue()).isNotNaN()));
    }

    @Test
    void countsEventsThatACatchComponentRecovered() throws Exception {
        try (Flow<String, Integer> rescued = Flows.<String>create("rescued")
                .map(Integer::valueOf, "resolver")
                .catching(failure -> -1, "rescuer")
                .build()) {
            manager.register(rescued);
            MeterRegistry second = new SimpleMeterRegistry();
            metrics.bindTo(second);

            rescued.submit("1").get(10, TimeUnit.SECONDS);
            rescued.submit("two").get(10, TimeUnit.SECONDS);

            assertThat(second.get("concor.flow.recovered")
                            .tag("flow", "rescued")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void countsTimeoutsThatACatchComponentHandled() throws Exception {
        try (Flow<String, String> patient = Flows.<String>create("patient")
                .timeout(Duration.ofMillis(20))
                .<String>bind((message, back) -> {}, "bank")
                .catching(failure -> "rescued", "rescuer")
                .build()) {
            manager.register(patient);
            MeterRegistry second = new SimpleMeterRegistry();
            metrics.bindTo(second);

            patient.submit("one").get(10, TimeUnit.SECONDS);

            assertThat(second.get("concor.flow.timeouts")
                            .tag("flow", "patient")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void countsTheErrorsOfEachComponentCaughtOnesIncluded() throws Exception {
        try (Flow<String, Integer> rescued = Flows.<String>create("rescued")
                .map(Integer::valueOf, "resolver")
                .catching(failure -> -1, "rescuer")
                .map(number -> 12 / number, "divider")
                .build()) {
            manager.register(rescued);
            MeterRegistry second = new SimpleMeterRegistry();
            metrics.bindTo(second);

            rescued.submit("one").get(10, TimeUnit.SECONDS);
            rescued.submit("two").get(10, TimeUnit.SECONDS);
            rescued.submit("0").handle((value, failure) -> failure).get(10, TimeUnit.SECONDS);

            assertThat(errors(second, "rescued", "resolver")).isEqualTo(2);
            assertThat(errors(second, "rescued", "rescuer")).isZero();
            assertThat(errors(second, "rescued", "divider")).isEqualTo(1);
        }
    }

    private static double errors(MeterRegistry registry, String flow, String task) {
        return registry.get("concor.task.errors")
                .tags("flow", flow, "task", task)
                .functionCounter()
                .count();
    }

    @Test
    void timesTasksSlotsStagesAndTheWholeFromSamples() throws Exception {
        flow.submit("1").get(10, TimeUnit.SECONDS);

        assertThat(registry.get("concor.task")
                        .tags("flow", "orders", "task", "resolver", "kind", "simple")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("concor.slot.wait")
                        .tags("slot", "resolver")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("concor.stage").tags("stage", "parser").timer().count())
                .isEqualTo(1);
        assertThat(registry.get("concor.flow.latency").timer().count()).isEqualTo(1);
    }

    @Test
    void reportsWhetherTheLayoutDriftedFromTheActivePreset() {
        assertThat(drifted()).isZero();
        manager.flow("orders").presets().save("day", null);
        assertThat(drifted()).isZero();

        manager.change(ChangeRequest.takeOut("orders", "resolver"));
        assertThat(drifted()).isOne();

        manager.flow("orders").presets().delete("day");
        assertThat(drifted()).isZero();
    }

    private double drifted() {
        return registry.get("concor.layout.drifted")
                .tag("flow", "orders")
                .gauge()
                .value();
    }

    @Test
    void reportsHowManyEventsAreInsideAndMayBe() {
        assertThat(registry.get("concor.flow.in.flight").gauge().value()).isZero();
        assertThat(registry.get("concor.flow.max.in.flight").gauge().value()).isEqualTo(1024);
        assertThat(registry.get("concor.flow.refused").functionCounters())
                .hasSize(Reason.values().length)
                .allSatisfy(counter -> assertThat(counter.count()).isZero());
        assertThat(registry.get("concor.flow.ignored.continuations")
                        .functionCounter()
                        .count())
                .isZero();
    }

    @Test
    void countsRefusedEventsByReason() {
        manager.flow("orders").stop(Duration.ofSeconds(5));
        assertThat(flow.tryApply("order")).isFalse();

        assertThat(refused("stopped")).isOne();
        assertThat(refused("full")).isZero();
    }

    private double refused(String reason) {
        return registry.get("concor.flow.refused")
                .tags("flow", "orders", "reason", reason)
                .functionCounter()
                .count();
    }

    @Test
    void reportsHowManyEventsAreMeasured() {
        manager.flow("orders").sampling(new Sampling(true, 3, 128));
        assertThat(List.of(sampling("burst"), sampling("interval"))).containsExactly(3.0, 128.0);

        manager.flow("orders").sampling(new Sampling(false, 3, 128));
        assertThat(List.of(sampling("burst"), sampling("interval"))).containsExactly(0.0, 128.0);
    }

    private double sampling(String what) {
        return registry.get("concor.sampling." + what)
                .tag("flow", "orders")
                .gauge()
                .value();
    }

    @Test
    void bindsThePoolOfASlotWithMicrometersNames() {
        assertThat(List.of(
                        executor("executor.pool.size"),
                        executor("executor.pool.core"),
                        executor("executor.pool.max"),
                        executor("executor.active"),
                        executor("executor.queued"),
                        executor("executor.queue.remaining")))
                .containsExactly(2.0, 2.0, 2.0, 0.0, 0.0, 16.0);
        assertThat(registry.get("executor.completed")
                        .tag("name", "orders.resolver")
                        .functionCounter()
                        .count())
                .isZero();
    }

    @Test
    void registersTheMetersOfASlotThatFillsAndRemovesThemWhenItEmpties() {
        List<Meter.Id> before = ids();

        manager.change(ChangeRequest.put("orders", "logger", JoinSettings.single()));
        Garbage.collect();

        assertThat(registry.get("concor.slot.capacity")
                        .tag("slot", "logger")
                        .gauge()
                        .value())
                .isEqualTo(1024);
        assertThat(registry.get("concor.stage").tag("stage", "logger").timer()).isNotNull();
        assertThat(registry.get("executor.active").tag("name", "orders.logger").gauge())
                .isNotNull();
        assertThat(registry.get("concor.layout.version").gauge().value()).isEqualTo(2);

        manager.change(ChangeRequest.takeOut("orders", "logger"));

        assertThat(ids()).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void timesASlotThatIsFilledLater() throws Exception {
        manager.change(ChangeRequest.put("orders", "logger", JoinSettings.single()));

        flow.submit("1").get(10, TimeUnit.SECONDS);

        assertThat(registry.get("concor.slot.wait")
                        .tag("slot", "logger")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void keepsTheMetersOfASlotWhoseJoinIsExchanged() {
        Meter before = registry.get("concor.slot.size").tag("slot", "resolver").meter();

        manager.change(ChangeRequest.put("orders", "resolver", JoinSettings.fixed(5)));

        assertThat(registry.get("concor.slot.size").tag("slot", "resolver").meter())
                .isSameAs(before);
        assertThat(executor("executor.pool.max")).isEqualTo(5);
    }

    @Test
    void continuesToCountAfterAStopAndAStart() throws Exception {
        flow.submit("1").get(10, TimeUnit.SECONDS);
        assertThat(handled()).isEqualTo(1);

        manager.flow("orders").stop(Duration.ofSeconds(10));
        assertThat(handled()).isEqualTo(1);
        manager.flow("orders").start();
        flow.submit("2").get(10, TimeUnit.SECONDS);

        assertThat(handled()).isEqualTo(2);
    }

    private double handled() {
        return registry.get("executor.completed")
                .tag("name", "orders.resolver")
                .functionCounter()
                .count();
    }

    @Test
    void canBeReadAfterTheFlowWasRemoved() throws Exception {
        MeterRegistry another = new SimpleMeterRegistry();
        metrics.bindTo(another);
        flow.submit("1").get(10, TimeUnit.SECONDS);
        assertThat(completed(another)).isEqualTo(1);

        flow.close();
        try (Flow<String, String> other = Flows.<String>create("other")
                .map((String order) -> order, "parser")
                .build()) {
            manager.register(other);
        }
        assertThat(manager.names()).containsExactly("other");

        assertThat(another.getMeters()).allSatisfy(meter -> assertThat(meter.measure())
                .allSatisfy(measured -> assertThat(measured.getValue()).isNotNaN()));
        assertThat(completed(another)).isEqualTo(1);
    }

    private static double completed(MeterRegistry registry) {
        return registry.get("concor.flow")
                .tag("outcome", "completed")
                .functionTimer()
                .count();
    }

    @Test
    void countsChangesBySlotAndResult() {
        manager.change(ChangeRequest.put("orders", "resolver", JoinSettings.fixed(5)));
        assertThatExceptionOfType(ConcorException.class)
                .isThrownBy(() -> manager.change(ChangeRequest.put("orders", "resolver", JoinSettings.fixed(6))
                        .expectedVersion(99L)));
        manager.change(ChangeRequest.takeOut("orders", "resolver").dryRun(true));

        assertThat(changes("resolver", "changed")).isEqualTo(1);
        assertThat(changes("resolver", "refused")).isEqualTo(1);
        assertThat(changes("parser", "changed")).isZero();
    }

    @Test
    void countsARefusedPresetOnlyForTheSlotsThatDiffer() {
        manager.change(
                ChangeRequest.put("orders", "logger", JoinSettings.single()).revertAfter(Duration.ofHours(1)));
        Map<String, JoinSettings> slots =
                new LinkedHashMap<>(manager.flow("orders").layout().slots());
        slots.put("parser", JoinSettings.single());
        slots.remove("logger");
        Preset preset = new Preset("orders", "night", slots, Instant.EPOCH, null);

        assertThatExceptionOfType(ConcorException.class)
                .as("another change is on trial")
                .isThrownBy(() -> manager.flow("orders").presets().apply(preset, ChangeRequest.options("orders")));

        assertThat(changes("parser", "refused")).isEqualTo(1);
        assertThat(changes("logger", "refused")).isEqualTo(1);
        assertThat(changes("resolver", "refused")).isZero();
    }

    @Test
    void createsNoTagFromAnUnknownName() {
        List<Meter.Id> before = ids();

        assertThat(catchThrowable(() -> manager.change(ChangeRequest.put("orders", "invented", JoinSettings.single()))))
                .isInstanceOf(ConcorException.class);
        assertThat(catchThrowable(() -> manager.change(ChangeRequest.put("invented", "parser", JoinSettings.single()))))
                .isInstanceOf(ConcorException.class);

        assertThat(ids()).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void recordsInEveryRegistry() throws Exception {
        MeterRegistry second = new SimpleMeterRegistry();
        metrics.bindTo(second);

        flow.submit("1").get(10, TimeUnit.SECONDS);

        assertThat(second.get("concor.flow.latency").timer().count()).isEqualTo(1);
        assertThat(registry.get("concor.flow.latency").timer().count()).isEqualTo(1);
    }

    private double executor(String name) {
        return registry.get(name).tag("name", "orders.resolver").gauge().value();
    }

    private double changes(String slot, String result) {
        return registry.get("concor.slot.changes")
                .tags("flow", "orders", "slot", slot, "result", result)
                .counter()
                .count();
    }

    private List<Meter.Id> ids() {
        return registry.getMeters().stream().map(Meter::getId).toList();
    }
}
