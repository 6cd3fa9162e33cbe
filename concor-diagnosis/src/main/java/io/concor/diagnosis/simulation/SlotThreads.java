package io.concor.diagnosis.simulation;

import io.concor.JoinSettings;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A filled slot: its queue and the threads that serve it. A pool of any kind is simulated as if all its threads were
 * started.
 *
 * <p>If the queue has reached its capacity, threads of other slots wait for room, in the order of their arrival. Other
 * threads do not: their events exceed the capacity.
 */
final class SlotThreads implements ServingThreads {

    private final int threads;
    private final int capacity;
    private final Scheduler scheduler;
    private final Queue<SimulatedEvent> queue = new ArrayDeque<>();
    private final Queue<SimulatedEvent> waitingForRoom = new ArrayDeque<>();
    private final TimeAverage busy;
    private final TimeAverage blocked;
    private int idle;

    SlotThreads(JoinSettings settings, Scheduler scheduler, SimulationClock clock) {
        this.threads = settings.threads();
        this.capacity = settings.capacity();
        this.scheduler = scheduler;
        this.busy = clock.average();
        this.blocked = clock.average();
        this.idle = threads;
    }

    /** A step: the event's thread hands it over to the threads of this slot. */
    boolean enter(SimulatedEvent event) {
        if (queue.size() >= capacity && event.threads.block()) {
            waitingForRoom.add(event);
        } else {
            put(event);
        }
        return false;
    }

    private void put(SimulatedEvent event) {
        queue.add(event);
        event.leaveThread();
        serve();
    }

    private void serve() {
        SimulatedEvent next = idle > 0 ? queue.poll() : null;
        if (next != null) {
            start(next);
            admitWaiting();
        }
    }

    private void start(SimulatedEvent event) {
        idle--;
        busy.add(1);
        event.threads = this;
        scheduler.ready(event);
    }

    private void admitWaiting() {
        SimulatedEvent next = queue.size() < capacity ? waitingForRoom.poll() : null;
        if (next != null) {
            next.threads.unblock();
            put(next);
        }
    }

    @Override
    public void release() {
        idle++;
        busy.add(-1);
        serve();
    }

    @Override
    public boolean block() {
        busy.add(-1);
        blocked.add(1);
        return true;
    }

    @Override
    public void unblock() {
        busy.add(1);
        blocked.add(-1);
    }

    /** Returns the share of the threads' time spent in tasks. */
    double busyShare() {
        return busy.mean() / threads;
    }

    /** Returns the share of the threads' time spent waiting for room. */
    double blockedShare() {
        return blocked.mean() / threads;
    }
}
