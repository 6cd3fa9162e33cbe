package io.concor.benchmarks.soak;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.Sampling;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One flow, the events that are pumped through it, and all that happens meanwhile. */
final class Round {

    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int EVENTS_PER_CHANGE = 500;
    private static final int PRODUCERS = 3;
    private static final int STOPS = 2;
    private static final int[] MAX_IN_FLIGHT = {4, 64, 512};

    private final Shape shape;
    private final long seed;
    private final int events;
    private final Findings findings;
    private final Totals totals;
    private final SplittableRandom random;
    private final Manager manager = new Manager();
    private long counted;

    Round(Shape shape, long seed, int events, Findings findings, Totals totals) {
        this.shape = shape;
        this.seed = seed;
        this.events = events;
        this.findings = findings;
        this.totals = totals;
        this.random = new SplittableRandom(seed);
    }

    /** Does it all; calls back about every millisecond. */
    void run(Runnable tick) {
        Faults faults = new Faults(seed);
        try (Callbacks callbacks = new Callbacks()) {
            Tasks tasks = new Tasks(faults, findings, callbacks, TIMEOUT);
            Flow<Event, Event> flow = flow(tasks);
            manager.register(flow);
            Ledger ledger = new Ledger(events, tasks, findings);
            pump(flow, ledger, tick);
            flow.close();
            ledger.verify(manager.summary(flow.name()));
            tasks.verify();
        }
        totals.addFaults(faults.counts());
    }

    private Flow<Event, Event> flow(Tasks tasks) {
        String name = "soak" + seed;
        return shape.build(Flows.create(name), tasks, random)
                .timeout(TIMEOUT)
                .maxInFlight(MAX_IN_FLIGHT[random.nextInt(MAX_IN_FLIGHT.length)])
                .sampling(new Sampling(random.nextBoolean(), 3, 128))
                .build();
    }

    private void pump(Flow<Event, Event> flow, Ledger ledger, Runnable tick) {
        Stops stops = new Stops(manager, flow.name(), ledger, findings, totals);
        try (LayoutChanges changes =
                        new LayoutChanges(manager, flow.name(), shape.keepsOrder(), random.split(), findings, totals);
                Interrupter interrupter = new Interrupter(flow.name(), random.split(), findings, totals)) {
            Producers producers = new Producers(flow, ledger, changes, events, events / EVENTS_PER_CHANGE);
            changes.start();
            interrupter.start();
            producers.start(shape.keepsOrder() ? 1 : PRODUCERS);
            for (int stop = 1; stop <= STOPS; stop++) {
                int middle = events / (STOPS + 1) * stop;
                await(ledger, () -> producers.brought() >= middle, tick);
                stops.stopAndStart(random);
            }
            await(ledger, () -> ledger.ended() >= events, tick);
        }
    }

    /** Until it is so, or nothing has moved for a long time. */
    private void await(Ledger ledger, BooleanSupplier reached, Runnable tick) {
        long since = System.nanoTime();
        while (!reached.getAsBoolean()) {
            if (counted < ledger.ended()) {
                count(ledger.ended());
                since = System.nanoTime();
            } else if (System.nanoTime() - since > PATIENCE_NANOS) {
                throw new StandstillException("%s: nothing moves; %d of %d events ended, %d are open; %s; slots %s"
                        .formatted(
                                this,
                                ledger.ended(),
                                events,
                                ledger.open(),
                                manager.summary("soak" + seed),
                                manager.slots("soak" + seed)));
            }
            tick.run();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        count(ledger.ended());
    }

    private void count(long ended) {
        totals.add(Totals.Count.EVENTS, ended - counted);
        counted = ended;
    }

    @Override
    public String toString() {
        return "%s with seed %d".formatted(shape, seed);
    }

    /** Events neither enter nor end any more. */
    static final class StandstillException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        StandstillException(String message) {
            super(message);
        }
    }
}
