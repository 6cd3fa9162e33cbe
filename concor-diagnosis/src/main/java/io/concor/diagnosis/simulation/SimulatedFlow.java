package io.concor.diagnosis.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The parts of a simulated flow, and the events that pass through them. */
final class SimulatedFlow {

    private final FlowModel model;
    private final SimulationClock clock = new SimulationClock();
    private final Processors processors;
    private final Scheduler scheduler;
    private final StepCompiler compiler;
    private final Admission admission;
    private final Measurement measurement;
    private final List<Predicate<SimulatedEvent>> steps;

    /** @param nanoTime the time that the simulation itself takes */
    SimulatedFlow(FlowModel model, Load load, long seed, LongSupplier nanoTime) {
        this.model = model;
        this.processors = new Processors(model.processors(), clock);
        this.scheduler = new Scheduler(clock, processors);
        this.compiler = new StepCompiler(model, scheduler, clock);
        SplittableRandom random = new SplittableRandom(seed);
        SplittableRandom arrivalTimes = random.split();
        compiler.addComponents(random);
        compiler.add(this::end);
        this.admission = admission(load, arrivalTimes);
        this.measurement = new Measurement(admission, clock, nanoTime);
        this.steps = compiler.steps();
    }

    private Admission admission(Load load, SplittableRandom arrivalTimes) {
        if (load instanceof Load.Rate rate) {
            return admission(new RandomArrivals(rate, arrivalTimes, scheduler));
        }
        if (load instanceof Load.Bursts bursts) {
            return admission(new ReplayedArrivals(bursts, arrivalTimes, scheduler));
        }
        int callers = ((Load.Saturated) load).callers();
        return new Admission(model.maxInFlight(), callers, Arrivals.ALWAYS, scheduler, clock);
    }

    private Admission admission(OpenArrivals arrivals) {
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
        } while (steps.get(event.step++).test(event));
    }

    Prediction prediction() {
        double[] percentiles = window().percentiles(0.5, 0.99);
        return new Prediction(
                window().throughputPerSecond(clock.nanos()),
                percentiles[0] / 1000,
                percentiles[1] / 1000,
                new LimitFinder(processors, compiler.resources(), compiler.slots(), admission).find(),
                ofSlots(SlotThreads::busyShare),
                ofSlots(SlotThreads::blockedShare));
    }

    private List<Double> ofSlots(ToDoubleFunction<SlotThreads> share) {
        return model.components().stream()
                .map(component -> compiler.slots().get(component.name()))
                .map(slot -> slot == null ? 0.0 : share.applyAsDouble(slot))
                .toList();
    }

    MeasurementWindow window() {
        return measurement.window();
    }

    double meanInFlight() {
        return admission.meanInFlight();
    }
}
