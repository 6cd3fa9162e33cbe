package io.concor.diagnosis.simulation;

import io.concor.JoinSettings;
import io.concor.diagnosis.simulation.FlowModel.ComponentModel;
import io.concor.diagnosis.simulation.FlowModel.ResourceModel;
import io.concor.statistics.DurationHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Builds models for tests, with many processors and room for many events unless a test says otherwise. */
final class SimulationModelBuilder {

    static final long MILLISECOND = 1_000_000;

    private final List<ComponentModel> components = new ArrayList<>();
    private final List<Optional<JoinSettings>> slots = new ArrayList<>();
    private final List<ResourceModel> resources = new ArrayList<>();
    private Optional<JoinSettings> nextSlot = Optional.empty();
    private int maxInFlight = 1024;
    private double processors = 1000;
    private OptionalInt clientThreads = OptionalInt.empty();

    /** Fills the slot of the component that is added next. */
    SimulationModelBuilder join(JoinSettings settings) {
        nextSlot = Optional.of(settings);
        return this;
    }

    /** Adds a component that only waits. */
    SimulationModelBuilder waits(String name, DurationHistogram service) {
        return component(name, service, 0);
    }

    /** Adds a component that needs a processor for a share of the time. */
    SimulationModelBuilder component(String name, DurationHistogram service, double cpuShare) {
        return add(new ComponentModel(name, false, service, cpuShare));
    }

    SimulationModelBuilder transition(String name, DurationHistogram service) {
        return add(new ComponentModel(name, true, service, 0));
    }

    private SimulationModelBuilder add(ComponentModel component) {
        components.add(component);
        slots.add(nextSlot);
        nextSlot = Optional.empty();
        return this;
    }

    /** The component that was added last needs a permit. */
    SimulationModelBuilder needs(String resource, int permits, double share) {
        return needs(resource, permits, components.size() - 1, share);
    }

    /** An event holds a permit from before an earlier component into the one that was added last. */
    SimulationModelBuilder needs(String resource, int permits, int first, double share) {
        resources.add(new ResourceModel(resource, permits, first, components.size() - 1, share));
        return this;
    }

    SimulationModelBuilder maxInFlight(int events) {
        maxInFlight = events;
        return this;
    }

    SimulationModelBuilder clientThreads(int number) {
        clientThreads = OptionalInt.of(number);
        return this;
    }

    SimulationModelBuilder processors(double number) {
        processors = number;
        return this;
    }

    FlowModel build() {
        return new FlowModel(components, slots, maxInFlight, processors, clientThreads, resources);
    }

    /** Returns the prediction for callers that always have another event. */
    Prediction saturated() {
        return flowAfter(new Load.Saturated(1)).prediction();
    }

    Prediction at(double perSecond) {
        return flowAfter(new Load.Rate(perSecond, 1)).prediction();
    }

    /** Returns the simulated flow after a run, for figures that are not part of a prediction. */
    SimulatedFlow flowAfter(Load load) {
        return flowAfter(build(), load, 1);
    }

    /** Runs a simulation that never ends for lack of time: its result depends on no machine. */
    static SimulatedFlow flowAfter(FlowModel model, Load load, long seed) {
        SimulatedFlow flow = new SimulatedFlow(model, load, seed, () -> 0);
        flow.run();
        return flow;
    }

    static DurationHistogram constant(long nanos) {
        return DurationHistogram.of(new long[] {nanos}, new long[] {1});
    }

    /** Returns the exponential distribution in equally likely parts, each as its mean. */
    static DurationHistogram exponential(double meanNanos) {
        int parts = 5000;
        long[] nanos = new long[parts];
        long[] counts = new long[parts];
        for (int i = 0; i < parts; i++) {
            double above = excess((double) i / parts) - excess((i + 1.0) / parts);
            nanos[i] = Math.round(parts * meanNanos * above);
            counts[i] = 1;
        }
        return DurationHistogram.of(nanos, counts);
    }

    /** Returns the integral of the quantile function of the exponential distribution with mean 1 from a share to 1. */
    private static double excess(double share) {
        return share == 1 ? 0 : (1 - share) * (1 - Math.log(1 - share));
    }
}
