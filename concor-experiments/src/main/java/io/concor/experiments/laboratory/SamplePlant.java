package io.concor.experiments.laboratory;

import io.concor.diagnosis.verdict.Cause;
import io.concor.experiments.laboratory.Plant.Expected;
import io.concor.experiments.laboratory.Plant.Match;
import io.concor.experiments.testbed.ApplicationOptions;
import io.concor.experiments.testbed.SampleApplication;
import io.concor.experiments.testbed.SampleVariant;
import io.concor.experiments.testbed.TestbedSettings;
import io.concor.simulator.CallbackReceiverType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cause planted in a sample application, or a healthy run of it. The application, its load and its remote party are
 * processes of their own. Not thread-safe; complete once it is in a list of plants.
 */
public final class SamplePlant implements Expectation {

    /** The property with the number of connections. */
    public static final String POOL_SIZE = "spring.datasource.hikari.maximum-pool-size";

    /**
     * At the low rates of the plants, the default sampling has too few samples for times of components. At the end of a
     * run, events inside are given up.
     */
    private static final List<String> ARGUMENTS = List.of(
            "--concor.sampling.burst=32",
            "--concor.sampling.interval=64",
            "--spring.lifecycle.timeout-per-shutdown-phase=1s");

    private final SampleApplication sample;
    private final String name;
    private final double rate;
    private final List<Expected> expected = new ArrayList<>();
    private final List<String> profiles = new ArrayList<>(List.of("plants"));
    private final List<String> jvm = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>(ARGUMENTS);
    private final List<String> load = new ArrayList<>(List.of("--drain=10ms"));
    private Duration begin = Duration.ZERO;
    private int competingThreads;

    private SamplePlant(SampleApplication sample, String name, double rate) {
        this.sample = sample;
        this.name = name;
        this.rate = rate;
    }

    /**
     * Creates a plant, or a healthy run.
     *
     * @param name the name, without that of the sample
     * @param rate for a plant the number of events per second that the cause allows, for a healthy run that of the load
     */
    public static SamplePlant in(SampleApplication sample, String name, double rate) {
        return new SamplePlant(sample, name, rate);
    }

    /** Expects a cause, or another one expected before. */
    SamplePlant expects(Cause cause, @Nullable String component) {
        expected.add(new Expected(cause, component));
        return this;
    }

    public SamplePlant profile(String profile) {
        profiles.add(profile);
        return this;
    }

    /** Sets a property of the application. */
    public SamplePlant with(String property, Object value) {
        arguments.add("--%s=%s".formatted(property, value));
        return this;
    }

    /** Fills a slot, and keeps the active preset from being loaded. */
    SamplePlant slot(String slot, String pool, int threads) {
        String settings = "concor.flows.%s.slots.%s.".formatted(sample.flow(), slot);
        return with("concor.presets.load", "never")
                .with(settings + "pool", pool)
                .with(settings + "threads", threads);
    }

    SamplePlant capacity(String slot, int capacity) {
        return with("concor.flows.%s.slots.%s.capacity".formatted(sample.flow(), slot), capacity);
    }

    /** Removes the join from a slot, and keeps the active preset from being loaded. */
    SamplePlant noJoin(String slot) {
        return with("concor.presets.load", "never")
                .with("concor.flows.%s.slots.%s.pool".formatted(sample.flow(), slot), "none");
    }

    /** Sets a property of what is planted in a task; see {@code PlantedTask}. */
    SamplePlant task(String bean, String property, Object value) {
        return with("plants.tasks.%s.%s".formatted(bean, property), value);
    }

    /** Plants something of this kind in a task. */
    public SamplePlant plant(String bean, String kind, Duration time) {
        return task(bean, "kind", kind).task(bean, "time", time.toMillis() + "ms");
    }

    SamplePlant jvm(String... options) {
        jvm.addAll(List.of(options));
        return this;
    }

    /** Adds options of the simulator. */
    SamplePlant simulator(String... options) {
        load.addAll(List.of(options));
        return this;
    }

    /** Says when the cause begins, after the begin of the load. */
    SamplePlant beginsAfter(Duration time) {
        begin = time;
        return this;
    }

    /** Lets another process compute with this number of threads. */
    SamplePlant competing(int threads) {
        competingThreads = threads;
        return this;
    }

    @Override
    public String name() {
        return sample.flow() + "/" + name;
    }

    @Override
    public List<Expected> expected() {
        return List.copyOf(expected);
    }

    /** Any of the expected causes is right. */
    @Override
    public Match match() {
        return Match.ANY;
    }

    @Override
    public double rate() {
        return rate;
    }

    public SampleApplication sample() {
        return sample;
    }

    public List<String> load() {
        return List.copyOf(load);
    }

    Duration begin() {
        return begin;
    }

    int competingThreads() {
        return competingThreads;
    }

    /** Returns what the testbed starts. */
    public TestbedSettings settings() {
        return new TestbedSettings(
                sample,
                SampleVariant.SAMPLED,
                null,
                List.copyOf(profiles),
                CallbackReceiverType.own,
                new ApplicationOptions(List.copyOf(jvm), List.copyOf(arguments), true));
    }
}
