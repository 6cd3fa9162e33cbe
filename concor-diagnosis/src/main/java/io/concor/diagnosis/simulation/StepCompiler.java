package io.concor.diagnosis.simulation;

import io.concor.diagnosis.simulation.FlowModel.ComponentModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Translates a component to the steps of an event. */
final class StepCompiler {

    private final Scheduler scheduler;
    private final List<SimulationStep> steps = new ArrayList<>();

    StepCompiler(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Appends a step. Returns its index. */
    int add(SimulationStep step) {
        steps.add(step);
        return steps.size() - 1;
    }

    SimulationStep[] steps() {
        return steps.toArray(SimulationStep[]::new);
    }

    /**
     * Appends the steps of a component after its slot.
     *
     * @param taken of what an event takes a permit before the task
     * @param released the permits that an event gives back during the task
     */
    void addComponent(ComponentModel component, ServiceTimes times, List<Resource> taken, List<HeldPermit> released) {
        if (component.transition()) {
            add(StepCompiler::leaveThread);
        }
        taken.forEach(resource -> add(resource::acquire));
        add(times::draw);
        addService(component.cpuShare(), released);
    }

    private static boolean leaveThread(SimulatedEvent event) {
        event.leaveThread();
        return true;
    }

    /** The releases divide the service into parts. */
    private void addService(double cpuShare, List<HeldPermit> permits) {
        double done = 0;
        for (HeldPermit permit : inOrderOfRelease(permits)) {
            addPart(permit.share() - done, cpuShare);
            add(permit.resource()::release);
            done = permit.share();
        }
        addPart(1 - done, cpuShare);
    }

    private static List<HeldPermit> inOrderOfRelease(List<HeldPermit> permits) {
        return permits.stream()
                .sorted(Comparator.comparingDouble(HeldPermit::share))
                .toList();
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

    /**
     * A permit that an event holds until a share of the service time has passed.
     *
     * @param share 0 to 1
     */
    record HeldPermit(Resource resource, double share) {}
}
