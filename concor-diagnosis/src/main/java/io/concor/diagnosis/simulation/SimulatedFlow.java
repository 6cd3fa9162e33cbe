package io.concor.diagnosis.simulation;

import io.concor.diagnosis.simulation.FlowModel.ComponentModel;
import io.concor.diagnosis.simulation.FlowModel.ResourceModel;
import io.concor.diagnosis.simulation.StepCompiler.HeldPermit;
import io.concor.layout.Stages;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The parts of a simulated flow, and the events that pass through them. */
final class SimulatedFlow {

    private final FlowModel model;
    private final Stages stages;
    private final SimulationClock clock = new SimulationClock();
    private final Map<String, Resource> resources = new LinkedHashMap<>();
    private final Map<String, SlotThreads> slots = new LinkedHashMap<>();
    private final SplittableRandom random;
    private final Processors processors;
    private final Scheduler scheduler;
    private final Admission admission;
    private final Measurement measurement;
    private final SimulationStep[] steps;

    /** @param nanoTime the time that the simulation itself takes */
    SimulatedFlow(FlowModel model, Load load, long seed, LongSupplier nanoTime) {
        this.model = model;
        this.stages = model.stages();
        this.random = new SplittableRandom(seed);
        this.processors = new Processors(model.processors(), clock);
        this.scheduler = new Scheduler(clock, processors);
        SplittableRandom arrivalTimes = random.split();
        StepCompiler compiler = new StepCompiler(scheduler);
        IntStream.range(0, model.components().size()).forEach(i -> compile(i, compiler));
        compiler.add(this::end);
        this.admission = admission(load, arrivalTimes, compiler);
        this.measurement = new Measurement(admission, clock, nanoTime);
        this.steps = compiler.steps();
    }

    private void compile(int index, StepCompiler compiler) {
        ComponentModel component = model.components().get(index);
        model.slots().get(index).ifPresent(settings -> {
            SlotThreads slot = new SlotThreads(settings, scheduler, clock);
            slots.put(component.name(), slot);
            compiler.add(slot::enter);
        });
        compiler.addComponent(
                component,
                new ServiceTimes(component.service(), random.split()),
                resources(index)
                        .filter(resource -> resource.first() == index)
                        .map(this::resource)
                        .toList(),
                resources(index)
                        .filter(resource -> resource.last() == index)
                        .map(resource -> new HeldPermit(resource(resource), resource.share()))
                        .toList());
    }

    private Stream<ResourceModel> resources(int component) {
        return Stream.concat(clientThread(component), model.resources().stream());
    }

    /** A thread of a client that calls a continuation runs what follows, and nothing else meanwhile. */
    private Stream<ResourceModel> clientThread(int component) {
        if (!occupiesClient(component)) {
            return Stream.empty();
        }
        int first = IntStream.iterate(component, this::occupiesClient, i -> i - 1)
                .min()
                .orElse(component);
        int last = IntStream.iterate(component, this::occupiesClient, i -> i + 1)
                .max()
                .orElse(component);
        return model.clientThreads().stream()
                .mapToObj(number -> new ResourceModel(Prediction.CLIENT_THREADS, number, first, last, 1));
    }

    private boolean occupiesClient(int component) {
        return 0 <= component
                && component < model.components().size()
                && stages.isRunByClients(component)
                && !model.components().get(component).transition();
    }

    private Resource resource(ResourceModel some) {
        return resources.computeIfAbsent(some.name(), name -> new Resource(some.permits(), scheduler, clock));
    }

    private Admission admission(Load load, SplittableRandom arrivalTimes, StepCompiler compiler) {
        if (load instanceof Load.Rate rate) {
            return admission(new RandomArrivals(rate, arrivalTimes, scheduler), compiler);
        }
        if (load instanceof Load.Bursts bursts) {
            return admission(new ReplayedArrivals(bursts, arrivalTimes, scheduler), compiler);
        }
        int callers = ((Load.Saturated) load).callers();
        return new Admission(model.maxInFlight(), callers, Arrivals.ALWAYS, scheduler, clock);
    }

    private Admission admission(OpenArrivals arrivals, StepCompiler compiler) {
        arrivals.start(compiler.add(event -> arrive(arrivals)));
        return new Admission(model.maxInFlight(), Integer.MAX_VALUE, arrivals, scheduler, clock);
    }

    private boolean arrive(OpenArrivals arrivals) {
        arrivals.arrive();
        admission.admitWaiting();
        return false;
    }

    private boolean end(SimulatedEvent event) {
        event.leaveThread();
        measurement.recordEnd(event);
        admission.leave(event);
        return false;
    }

    /** Runs events until enough is known, or no event will ever proceed. */
    void run() {
        admission.admitWaiting();
        do {
            runReady();
        } while (measurement.needsMore() && scheduler.advance());
    }

    private void runReady() {
        SimulatedEvent event = scheduler.next();
        while (event != null && measurement.isWithinLimits()) {
            proceed(event);
            event = scheduler.next();
        }
    }

    private void proceed(SimulatedEvent event) {
        do {
            measurement.countStep();
        } while (steps[event.step++].run(event));
    }

    /** Returns the result of the run. */
    Prediction prediction() {
        double[] percentiles = window().percentiles(0.5, 0.99);
        return new Prediction(
                window().throughputPerSecond(clock.nanos()),
                percentiles[0] / 1000,
                percentiles[1] / 1000,
                new LimitFinder(processors, resources, slots, admission).find(),
                ofSlots(SlotThreads::busyShare),
                ofSlots(SlotThreads::blockedShare));
    }

    private List<Double> ofSlots(ToDoubleFunction<SlotThreads> share) {
        return model.components().stream()
                .map(component -> slots.get(component.name()))
                .map(slot -> slot == null ? 0.0 : share.applyAsDouble(slot))
                .toList();
    }

    /** Returns the events that were measured. */
    MeasurementWindow window() {
        return measurement.window();
    }

    /** Returns the average number of events inside while events were measured. */
    double meanInFlight() {
        return admission.meanInFlight();
    }
}
