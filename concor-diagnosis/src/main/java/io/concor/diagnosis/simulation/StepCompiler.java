package io.concor.diagnosis.simulation;

import io.concor.diagnosis.simulation.FlowModel.ComponentModel;
import io.concor.diagnosis.simulation.FlowModel.ResourceModel;
import io.concor.layout.Stages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Translates the components of a flow to the steps of an event, with the slots and resources that these need. */
final class StepCompiler {

    /** If tasks took no time at all, the throughput would be infinite. */
    private static final long LEAST_NANOS = 1;

    private final FlowModel model;
    private final Stages stages;
    private final Scheduler scheduler;
    private final SimulationClock clock;
    private final Map<String, Resource> resources = new LinkedHashMap<>();
    private final Map<String, SlotThreads> slots = new LinkedHashMap<>();
    private final List<Predicate<SimulatedEvent>> steps = new ArrayList<>();

    StepCompiler(FlowModel model, Scheduler scheduler, SimulationClock clock) {
        this.model = model;
        this.stages = model.stages();
        this.scheduler = scheduler;
        this.clock = clock;
    }

    Map<String, Resource> resources() {
        return resources;
    }

    /** Returns the filled slots in the order of their components. */
    Map<String, SlotThreads> slots() {
        return slots;
    }

    List<Predicate<SimulatedEvent>> steps() {
        return steps;
    }

    /**
     * Appends a part of the way of an event that takes time, needs a thread or needs a permit. Returns its index.
     *
     * @param step begins it, when the event's step already points to the next one. Returns whether it is over; if not, the
     *     event continues when it becomes ready
     */
    int add(Predicate<SimulatedEvent> step) {
        steps.add(step);
        return steps.size() - 1;
    }

    /**
     * Appends the steps of all components. Each component has random numbers of its own, so two layouts are compared with the
     * same times: common random numbers (Law, Simulation Modeling and Analysis, section 11.2).
     */
    void addComponents(SplittableRandom random) {
        IntStream.range(0, model.components().size()).forEach(i -> addComponent(i, random.split()));
    }

    private void addComponent(int index, SplittableRandom random) {
        ComponentModel component = model.components().get(index);
        model.slots().get(index).ifPresent(settings -> {
            SlotThreads slot = new SlotThreads(settings, scheduler, clock);
            slots.put(component.name(), slot);
            add(slot::enter);
        });
        if (component.transition()) {
            add(StepCompiler::leaveThread);
        }
        resources(index)
                .filter(resource -> resource.first() == index)
                .forEach(resource -> add(resource(resource)::acquire));
        add(event -> drawServiceTime(event, component, random));
        addService(index, component.cpuShare());
    }

    private static boolean leaveThread(SimulatedEvent event) {
        event.leaveThread();
        return true;
    }

    private static boolean drawServiceTime(SimulatedEvent event, ComponentModel component, SplittableRandom random) {
        event.serviceNanos = Math.max(LEAST_NANOS, component.service().nanosAt(random.nextDouble()));
        return true;
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

    /** The releases of permits divide the service into parts. */
    private void addService(int index, double cpuShare) {
        List<ResourceModel> released = resources(index)
                .filter(resource -> resource.last() == index)
                .sorted(Comparator.comparingDouble(ResourceModel::share))
                .toList();
        double done = 0;
        for (ResourceModel permit : released) {
            addPart(permit.share() - done, cpuShare);
            add(resource(permit)::release);
            done = permit.share();
        }
        addPart(1 - done, cpuShare);
    }

    /** First the event waits, such as for a remote system, then it computes. */
    private void addPart(double share, double cpuShare) {
        double waits = share * (1 - cpuShare);
        double computes = share * cpuShare;
        if (waits > 0) {
            add(event -> delay(event, waits));
        }
        if (computes > 0) {
            add(event -> compute(event, computes));
        }
    }

    private boolean delay(SimulatedEvent event, double share) {
        scheduler.delay(event, share * event.serviceNanos);
        return false;
    }

    private boolean compute(SimulatedEvent event, double share) {
        scheduler.compute(event, share * event.serviceNanos);
        return false;
    }
}
