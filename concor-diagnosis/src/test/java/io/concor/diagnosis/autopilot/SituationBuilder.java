package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.rule.Baseline;
import io.concor.diagnosis.rule.Situation;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.signal.HostWindow;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.Level;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Headroom;
import io.concor.diagnosis.verdict.Verdict.State;
import io.concor.layout.Layout;
import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowHistograms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Situations made by hand: five equal windows of a flow whose components have what the test says. */
final class SituationBuilder {

    private final List<ComponentWindow> components = new ArrayList<>();
    private final List<SlotWindow> slots = new ArrayList<>();
    private final Map<String, JoinSettings> layout = new LinkedHashMap<>();
    private final List<PoolWindow> pools = new ArrayList<>();
    private double throughput = 100;
    private double refused;
    private double callers;
    private long p99Micros = 10_000;
    private long version = 1;

    static SituationBuilder of(double throughput) {
        SituationBuilder builder = new SituationBuilder();
        builder.throughput = throughput;
        return builder;
    }

    SituationBuilder refused(double perSecond) {
        refused = perSecond;
        return this;
    }

    SituationBuilder waitingCallers(double threads) {
        callers = threads;
        return this;
    }

    SituationBuilder p99Micros(long micros) {
        p99Micros = micros;
        return this;
    }

    SituationBuilder version(long number) {
        version = number;
        return this;
    }

    SituationBuilder connections(int most) {
        pools.add(new PoolWindow("pool", "pool", "pool.size", most, level(most), level(1)));
        return this;
    }

    SituationBuilder empty(String name, TaskKind kind) {
        return add(name, kind, null, 0, OptionalDouble.empty());
    }

    SituationBuilder filled(String name, TaskKind kind, JoinSettings settings, double busy) {
        return add(name, kind, settings, busy, OptionalDouble.of(0));
    }

    SituationBuilder computing(String name, JoinSettings settings, double busy) {
        return add(name, TaskKind.SIMPLE, settings, busy, OptionalDouble.of(busy));
    }

    private SituationBuilder add(
            String name, TaskKind kind, JoinSettings settings, double busy, OptionalDouble processor) {
        double running = settings == null ? 0 : settings.threads() * busy;
        components.add(new ComponentWindow(name, kind, level(running), Level.ZERO, Level.ZERO, 0));
        slots.add(new SlotWindow(name, settings, settings == null ? 0 : throughput, busy, 0, processor, Level.ZERO));
        if (settings != null) {
            layout.put(name, settings);
        }
        return this;
    }

    private static Level level(double value) {
        return new Level(value, value, value);
    }

    Situation build() {
        FlowWindow flow = new FlowWindow(
                0,
                new Layout(version, layout),
                false,
                1,
                throughput,
                refused,
                0,
                1024,
                level(5),
                level(callers),
                components,
                slots);
        HostWindow host = new HostWindow(4, OptionalDouble.of(1), OptionalDouble.of(1), OptionalDouble.of(0), 0, pools);
        DurationHistogram latency = DurationHistogram.of(new long[] {p99Micros * 1_000}, new long[] {1_000});
        List<DurationHistogram> none = Collections.nCopies(components.size(), DurationHistogram.NONE);
        FlowHistograms times = new FlowHistograms(latency, none, none);
        return new Situation(
                Collections.nCopies(5, new Observation(flow, host)),
                () -> times,
                new Baseline(components.size()),
                OptionalDouble.empty(),
                null);
    }

    static Verdict limited(Cause cause, String component) {
        return new Verdict(
                "flow",
                State.LIMITED,
                Instant.EPOCH,
                cause,
                component,
                component,
                0.9,
                "It is limited by %s.".formatted(cause),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null);
    }

    static Verdict healthy() {
        return new Verdict(
                "flow",
                State.HEALTHY,
                Instant.EPOCH,
                null,
                null,
                null,
                0,
                "Nothing limits it.",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                new Headroom(3, "remote"));
    }
}
