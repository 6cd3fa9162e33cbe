package io.concor.soak;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.Sampling;
import io.concor.TaskKind;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One flow and its events, with changes, faults, interrupts and stops. */
final class SoakRound {

    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final long STANDSTILL_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int EVENTS_PER_CHANGE = 500;
    private static final int PRODUCERS = 3;
    private static final int THREADS = 8;
    private static final int STOPS = 2;
    private static final int[] MAX_IN_FLIGHT = {4, 64, 512};

    private final FlowShape shape;
    private final long seed;
    private final int events;
    private final Findings findings;
    private final SoakCounters counters;
    private final SplittableRandom random;
    private final Manager manager = new Manager();
    private final String name;
    private long counted;

    SoakRound(FlowShape shape, long seed, int events, Findings findings, SoakCounters counters) {
        this.shape = shape;
        this.seed = seed;
        this.events = events;
        this.findings = findings;
        this.counters = counters;
        this.random = new SplittableRandom(seed);
        this.name = "soak" + seed;
    }

    /**
     * Runs the round to its end.
     *
     * @param progress called about every millisecond
     */
    void run(Runnable progress) {
        FaultInjector faults = new FaultInjector(seed);
        try (CallbackClient client = new CallbackClient()) {
            boolean guarded = new SplittableRandom(~seed).nextBoolean();
            CheckedTasks tasks =
                    new CheckedTasks(faults, findings, client, TIMEOUT, shape.ordered(), guarded ? 0 : events);
            Flow<SoakEvent, SoakEvent> flow = build(tasks);
            manager.register(flow);
            EventLedger ledger = new EventLedger(events, tasks, findings);
            drive(flow, ledger, progress);
            flow.close();
            ledger.verify(manager.flow(name).summary());
            tasks.verify();
        }
        counters.addFaults(faults.counts());
    }

    private Flow<SoakEvent, SoakEvent> build(CheckedTasks tasks) {
        FlowBuilder<SoakEvent, SoakEvent> flow = Flows.create(name);
        for (TaskKind kind : shape.kinds(random)) {
            flow = tasks.append(flow, kind);
        }
        return flow.timeout(TIMEOUT)
                .maxInFlight(MAX_IN_FLIGHT[random.nextInt(MAX_IN_FLIGHT.length)])
                .sampling(new Sampling(random.nextBoolean(), 3, 128))
                .build();
    }

    private void drive(Flow<SoakEvent, SoakEvent> flow, EventLedger ledger, Runnable progress) {
        RandomStops stops = new RandomStops(manager, name, ledger, findings, counters);
        int threads = shape.ordered() ? 1 : THREADS;
        try (SoakLayoutChanges changes =
                        new SoakLayoutChanges(manager, name, threads, random.split(), findings, counters);
                ThreadInterrupter interrupter = new ThreadInterrupter(name, random.split(), findings, counters)) {
            EventProducers producers = new EventProducers(flow, ledger, changes, events, events / EVENTS_PER_CHANGE);
            changes.start();
            interrupter.start();
            producers.start(shape.ordered() ? 1 : PRODUCERS);
            for (int stop = 1; stop <= STOPS; stop++) {
                int submitted = events / (STOPS + 1) * stop;
                await(ledger, () -> producers.submitted() >= submitted, progress);
                stops.stopAndStart(random);
            }
            await(ledger, () -> ledger.ended() >= events, progress);
        }
    }

    private void await(EventLedger ledger, BooleanSupplier condition, Runnable progress) {
        long lastEnd = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (counted < ledger.ended()) {
                count(ledger.ended());
                lastEnd = System.nanoTime();
            } else if (System.nanoTime() - lastEnd > STANDSTILL_NANOS) {
                throw new StandstillException(
                        "%s: no event has ended for %d s; %d of %d ended, %d are open; %s; slots %s"
                                .formatted(
                                        this,
                                        TimeUnit.NANOSECONDS.toSeconds(STANDSTILL_NANOS),
                                        ledger.ended(),
                                        events,
                                        ledger.open(),
                                        manager.flow(name).summary(),
                                        manager.flow(name).slots()));
            }
            progress.run();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        count(ledger.ended());
    }

    private void count(long ended) {
        counters.add(SoakCounters.Counter.EVENTS, ended - counted);
        counted = ended;
    }

    @Override
    public String toString() {
        return "%s with seed %d".formatted(shape, seed);
    }

    /** Thrown when events neither enter nor end any more. */
    static final class StandstillException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        StandstillException(String message) {
            super(message);
        }
    }
}
