package io.concor.diagnosis.forecast;

import io.concor.JoinSettings;
import io.concor.diagnosis.simulation.FlowModel;
import io.concor.diagnosis.simulation.Load;
import io.concor.diagnosis.simulation.Prediction;
import io.concor.diagnosis.simulation.Simulation;
import io.concor.diagnosis.situation.ConnectionUse;
import io.concor.diagnosis.situation.HostLoad;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.Traffic;
import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.layout.Stages;
import io.concor.text.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Predicts throughput and latency of another layout. The simulation runs with the present layout, too: what it gets wrong
 * there, it is taken to get wrong in the same way with the other layout. For one thread.
 */
public final class Forecast {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final long SEED = 1;
    private static final double LARGEST_CORRECTION = 2;
    private static final double REGULAR = 0.5;
    private static final long FEW_SAMPLES = 100;
    /** Of fewer events, one key may have more than the others by chance. */
    private static final double ENOUGH_OF_A_KEY = 10;
    /** How long it is counted which key is the most frequent one. */
    private static final double SECONDS_OF_LANES = 10;

    private static final double CLEARLY_MORE = 1.1;

    private final String flow;
    private final Situation situation;
    private final ModelBuilder builder;
    private final FlowModel model;
    private final Load load;
    private final @Nullable String limitedBy;
    private @Nullable Prediction present;

    /** @param limitedBy what limits the flow now, or null */
    public Forecast(String flow, Situation situation, @Nullable String limitedBy) {
        this.builder = new ModelBuilder(situation);
        this.flow = flow;
        this.situation = situation;
        this.model = builder.model();
        this.load = builder.load();
        this.limitedBy = limitedBy;
    }

    /**
     * Predicts a layout.
     *
     * @param slots the changed slots by name; empty for no join
     * @param rate the rate at which events would arrive, per second; empty for the present one
     */
    public WhatIf predict(Map<String, Optional<JoinSettings>> slots, OptionalDouble rate) {
        Load wanted = rate.isPresent() ? builder.arriving(rate.getAsDouble()) : load;
        List<String> reasons = reasons(present(), wanted);
        boundByKeys(changed(slots), wanted).forEach(reasons::add);
        reasons.addAll(new StoreDoubts(situation).ofChange(slots));
        return new WhatIf(flow, now(), predicted(slots, wanted), reasons);
    }

    /** Predicts a layout at the present load. */
    public Performance predict(Map<String, Optional<JoinSettings>> slots) {
        return predicted(slots, load);
    }

    private Performance predicted(Map<String, Optional<JoinSettings>> changes, Load arriving) {
        List<Optional<JoinSettings>> slots = changed(changes);
        Prediction changed = Simulation.run(model.withSlots(slots), arriving, SEED);
        return corrected(present(), changed, Math.min(arriving.most(), permittedByKeys(slots)));
    }

    private Prediction present() {
        Prediction known = present;
        if (known == null) {
            known = Simulation.run(model, load, SEED);
            present = known;
        }
        return known;
    }

    private List<Optional<JoinSettings>> changed(Map<String, Optional<JoinSettings>> slots) {
        List<Optional<JoinSettings>> all = new ArrayList<>(model.slots());
        IntStream.range(0, all.size())
                .filter(i -> slots.containsKey(situation.name(i)))
                .forEach(i -> all.set(i, slots.get(situation.name(i))));
        return all;
    }

    private Performance now() {
        return new Performance(
                situation.traffic().throughput(),
                situation.latencyMicros(0.5),
                situation.latencyMicros(0.99),
                limitedBy);
    }

    /** No more events end than arrive, which a simulation of finite length does not know. */
    private Performance corrected(Prediction present, Prediction changed, double most) {
        LatencyCorrection latency = latencyCorrection(present);
        double throughput = changed.throughputPerSecond() * throughputCorrection(present, changed);
        double p50 = latency.p50(changed);
        double p99 = latency.p99(changed);
        return new Performance(Math.min(throughput, most), p50, Math.max(p50, p99), changed.limitedBy());
    }

    /** What the simulation gets wrong about the part that limits the present layout tells nothing about another part. */
    private double throughputCorrection(Prediction present, Prediction changed) {
        return part(changed).isPresent() && part(changed).equals(part(present))
                ? ratio(situation.traffic().handled(), present.throughputPerSecond())
                : 1;
    }

    /** Whether the threads that take connections limit a flow, as many as these, or the connections, it is the same work. */
    private Optional<String> part(Prediction prediction) {
        Optional<String> connecting = ConnectionUse.of(situation)
                .map(use -> situation.slotServing(use.taker()))
                .filter(slot -> slot >= 0)
                .map(situation::name);
        return Optional.ofNullable(prediction.limitedBy())
                .map(limit -> connecting.filter(limit::equals).isPresent() ? ModelBuilder.CONNECTION_POOL : limit);
    }

    /**
     * The simulation knows no keys. Events of the most frequent one are handled one at a time, however many threads there are,
     * by the whole stage. How frequent it is, is known only while events wait by their keys.
     */
    private double permittedByKeys(List<Optional<JoinSettings>> slots) {
        Stages stages = model.withSlots(slots).stages();
        return IntStream.range(0, slots.size())
                .filter(slot ->
                        slots.get(slot).filter(JoinSettings::keepsOrderByKey).isPresent())
                .mapToDouble(slot -> permittedByKeys(stages, slot))
                .min()
                .orElse(Double.MAX_VALUE);
    }

    private double permittedByKeys(Stages stages, int slot) {
        double nanos = stages.runFrom(slot).mapToDouble(situation::meanNanos).sum();
        double share = situation.stage(slot).hottestLane().orElse(0);
        boolean known = share * situation.stage(slot).taken() * SECONDS_OF_LANES >= ENOUGH_OF_A_KEY;
        return !known || nanos <= 0 ? Double.MAX_VALUE : NANOS_PER_SECOND / (nanos * share);
    }

    private Stream<String> boundByKeys(List<Optional<JoinSettings>> slots, Load wanted) {
        double permitted = permittedByKeys(slots);
        return permitted < wanted.most() && permitted < Double.MAX_VALUE
                ? Stream.of(Sentence.of(
                        "One thread at a time handles the events of the most frequent key, which limits the flow to %.0f events per second.",
                        permitted))
                : Stream.empty();
    }

    private double ratio(double measured, double simulated) {
        return limitedBy == null || measured <= 0 || simulated <= 0
                ? 1
                : Math.max(1 / LARGEST_CORRECTION, Math.min(LARGEST_CORRECTION, measured / simulated));
    }

    private LatencyCorrection latencyCorrection(Prediction present) {
        return new LatencyCorrection(now(), present, situation.times().latency().samples(), !situation.mixedTimes());
    }

    /** What is used outside of tasks, for requests say, may grow with the rate, as the headroom takes it to do, or not. */
    private Stream<String> doubtOfProcessors(Load wanted) {
        ProcessorGrowth growth = ProcessorGrowth.of(situation);
        double needed =
                growth.usedAt(wanted.most() / Math.max(1, situation.traffic().throughput()));
        return Double.isFinite(needed) && needed > situation.host().processors()
                ? Stream.of(Sentence.of(
                        "If %3$s grew with the rate, %1$.1f processors would be needed; %2$s would limit the flow to %4$.0f events per second.",
                        needed,
                        situation.host().processorsInWords(),
                        growth.inWords(),
                        situation.traffic().throughput() * growth.most()))
                : Stream.empty();
    }

    /**
     * Whether all processors are busy, and clearly more events than now would need more of them for the tasks of the
     * flow: for how many these suffice is not known then.
     */
    public boolean exceedsProcessors(Performance predicted) {
        HostLoad host = situation.host();
        double throughput = situation.traffic().throughput();
        double lasting = host.lastingUse();
        double tasks = host.usedBySlots().orElse(lasting) + situation.outside(); // virtual threads may use all
        double added = Math.min(tasks, lasting) * (predicted.throughputPerSecond() / Math.max(1, throughput) - 1);
        return host.areBusy()
                && predicted.throughputPerSecond() > CLEARLY_MORE * throughput
                && added > host.processors() - host.others() - lasting;
    }

    /** The time of an event is its share of a call. The simulation handles events one by one. */
    private Stream<String> sizesOfBatches() {
        return situation.indices().boxed().flatMap(slot -> situation.stage(slot).batches().stream()
                .map(batches -> batches.full()
                        ? Sentence.of(
                                "Batches of '%s' are full with %d events; larger ones may raise the throughput.",
                                situation.name(slot), batches.limit())
                        : Sentence.of(
                                "The prediction assumes that a call of '%s' takes as long with %d events as now with %.0f. If it takes longer, the slot handles less.",
                                situation.name(slot), batches.limit(), batches.meanSize())));
    }

    private static String regularity(Load.Rate rate) {
        if (rate.dispersion() < REGULAR) {
            return "at a regular pace";
        }
        return rate.dispersion() > ModelBuilder.BURSTS ? "in bursts" : "independently of each other";
    }

    private static String arrivals(Load wanted) {
        if (wanted instanceof Load.Rate rate) {
            return Sentence.of("Events arrive at %.0f per second, %s.", rate.perSecond(), regularity(rate));
        }
        return wanted instanceof Load.Bursts bursts
                ? Sentence.of(
                        "Events arrive at %.0f per second, in the bursts of the last seconds.", bursts.perSecond())
                : "More events wait for admission than the flow can handle.";
    }

    private List<String> reasons(Prediction present, Load wanted) {
        List<String> reasons = new ArrayList<>();
        reasons.add(arrivals(wanted));
        reasons.add(Sentence.of(
                "With the present layout, the simulation gives %.0f events per second; %.0f were measured.",
                present.throughputPerSecond(), situation.traffic().throughput()));
        if (latencyCorrection(present).shortensP99()) {
            reasons.add(Sentence.of(
                    "With the present layout, the simulation gives a p99 of %s; %s were measured. Higher predictions are reduced in this ratio, at most to half.",
                    Sentence.duration(present.p99Micros()), Sentence.duration(now().p99Micros())));
        }
        if (latencyCorrection(present).prolongsMuch()) {
            reasons.add(Sentence.of(
                    "With the present layout, the simulation gives a median latency of %s; %s were measured. The difference is added to each predicted median.",
                    Sentence.duration(present.p50Micros()), Sentence.duration(now().p50Micros())));
        }
        model.clientThreads()
                .ifPresent(number -> reasons.add(
                        Sentence.of("Continuations are called by %s.", Sentence.counted(number, "thread", "threads"))));
        if (situation.traffic().refused() >= Traffic.LEAST_RATE) {
            reasons.add(Sentence.of(
                    "The prediction assumes that senders do not repeat the %.0f events per second that are refused now. If they do, more events wait, and longer.",
                    situation.traffic().refused()));
        }
        sizesOfBatches().forEach(reasons::add);
        doubtOfProcessors(wanted).forEach(reasons::add);
        reasons.addAll(caveats(situation));
        return reasons;
    }

    /** Returns sentences on what makes all figures of a forecast uncertain. */
    public static List<String> caveats(Situation situation) {
        List<String> caveats = new ArrayList<>(new StoreDoubts(situation).ofPresent());
        if (situation.host().lacksProcessors()) {
            caveats.add("All processors are busy. The flow's share of them is uncertain, and so are all figures.");
        }
        if (situation.mixedTimes()) {
            caveats.add(
                    "The layout changed or the flow started less than ten seconds ago: some of the measured times may be from before that.");
        }
        if (situation.times().latency().samples() < FEW_SAMPLES) {
            caveats.add(Sentence.of(
                    "Only %d events were sampled in ten seconds, so the times are uncertain.",
                    situation.times().latency().samples()));
        }
        return caveats;
    }
}
