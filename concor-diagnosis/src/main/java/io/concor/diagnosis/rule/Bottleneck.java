package io.concor.diagnosis.rule;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Where a flow is limited.
 *
 * @param place what has the events
 * @param component the index of the component, or -1 if none stands out
 * @param slot the index of the filled slot whose threads run the component, or -1
 */
record Bottleneck(Place place, int component, int slot) {

    private static final int NONE = -1;
    /** No part of the flow. */
    static final Bottleneck ELSEWHERE = new Bottleneck(Place.NOWHERE, NONE, NONE);

    /** Share of the time from which on threads are always busy. */
    static final double BUSY = 0.85;

    private static final double BLOCKED = 0.3;
    /** Share of the time for which a full ring blocks a stage, from which on the ring is too small. */
    static final double PAUSED_WHILE_ROOM = 0.3;

    static final int WHOLE_SECONDS = 2;
    private static final double MOST_EVENTS = 0.5;
    private static final double ALWAYS_RUNNING = 0.85;

    /** What has the events. */
    enum Place {
        /** The threads of a slot are busy. */
        STAGE,
        /** Threads of callers or clients run a component all the time. */
        OUTSIDE,
        /** Events wait for their continuation. */
        TRANSITION,
        /** A full ring stops a stage although the threads behind it are not busy. */
        RING,
        /** None of these. */
        NOWHERE
    }

    /**
     * Locates the most downstream stage whose threads are busy and not blocked. A stage in front of it is blocked or has
     * nothing to do. Threads of clients that are always busy behind it come first: a transition blocks no stage. If nothing
     * stands out, the first second may be partly of a lower load, so the last ones are taken alone.
     */
    static Bottleneck locate(Situation situation) {
        Bottleneck located = locateIn(situation);
        return located.place() == Place.NOWHERE ? locateIn(situation.latest(WHOLE_SECONDS)) : located;
    }

    private static Bottleneck locateIn(Situation situation) {
        Bottleneck stage = locateStage(situation);
        return ClientThreads.alwaysBusy(situation)
                .filter(clients -> clients.component() > stage.slot())
                .map(clients -> new Bottleneck(Place.OUTSIDE, clients.component(), NONE))
                .orElse(stage);
    }

    private static Bottleneck locateStage(Situation situation) {
        return IntStream.iterate(situation.components() - 1, i -> i >= 0, i -> i - 1)
                .filter(slot -> situation.settings(slot) != null)
                .filter(slot -> situation.blocked(slot) < BLOCKED)
                .filter(slot -> isBusy(situation, slot)
                        || lacksCarriers(situation, slot)
                        || KeyRule.waitForEachOther(situation, slot)
                        || waitsForConnections(situation, slot))
                .mapToObj(slot -> new Bottleneck(Place.STAGE, busiest(situation, slot), slot))
                .findFirst()
                .orElseGet(() -> locateOutside(situation));
    }

    /** Many threads are not all busy before events of a short pool have to wait for long. */
    private static boolean waitsForConnections(Situation situation, int slot) {
        return LimitSigns.waitsForConnections(situation)
                && ConnectionUse.of(situation, slot).isPresent();
    }

    private static boolean isBusy(Situation situation, int slot) {
        return situation.busy(slot) >= BUSY && !situation.hasRoomInBatches(slot);
    }

    /**
     * Whether events wait in a slot although some of its virtual threads are free: these get no carrier thread. A virtual
     * thread that waits without giving up its carrier takes the next event with it, so the others are never seen busy.
     */
    static boolean lacksCarriers(Situation situation, int slot) {
        return situation.isVirtual(slot)
                && situation.busy(slot) + situation.blocked(slot) < BUSY
                && LimitSigns.isSeen(situation.evidence(
                        "slot.queue.least",
                        seen -> seen.flow().slots().get(slot).queue().least(),
                        1,
                        "events"));
    }

    /** The component in which most of the stage's threads were seen. */
    static int busiest(Situation situation, int slot) {
        return situation
                .stage(slot)
                .boxed()
                .max(Comparator.comparingDouble(i -> running(situation, i)))
                .orElse(slot);
    }

    private static double running(Situation situation, int component) {
        return situation.averageOf(component, seen -> seen.running().average());
    }

    private static double outside(Situation situation, int component) {
        return situation.averageOf(component, seen -> seen.runningOutside().average());
    }

    private static double pending(Situation situation, int component) {
        return situation.averageOf(component, seen -> seen.pending().average());
    }

    private static Bottleneck locateOutside(Situation situation) {
        int afterTransition = IntStream.range(0, situation.components())
                .filter(situation.stages()::isRunByClients)
                .boxed()
                .max(Comparator.comparingDouble(i -> outside(situation, i)))
                .orElse(NONE);
        double threads = IntStream.range(0, situation.components())
                .filter(situation.stages()::isRunByClients)
                .mapToDouble(i -> outside(situation, i))
                .sum();
        if (afterTransition != NONE && threads >= ALWAYS_RUNNING) {
            return new Bottleneck(Place.OUTSIDE, afterTransition, NONE);
        }
        return locateTransition(situation);
    }

    private static Bottleneck locateTransition(Situation situation) {
        double inFlight = situation.average(seen -> seen.flow().inFlight().average());
        return IntStream.range(0, situation.components())
                .filter(i -> pending(situation, i) >= MOST_EVENTS * inFlight && inFlight > 0)
                .mapToObj(i -> new Bottleneck(Place.TRANSITION, i, NONE))
                .findFirst()
                .orElseGet(() -> locateRing(situation));
    }

    private static Bottleneck locateRing(Situation situation) {
        return IntStream.iterate(situation.components() - 1, slot -> slot >= 0, slot -> slot - 1)
                .filter(slot -> situation.settings(slot) != null)
                .filter(slot -> situation.blocked(slot) >= PAUSED_WHILE_ROOM)
                .map(slot -> nextFilled(situation, slot))
                .filter(slot -> slot != NONE)
                .mapToObj(slot -> new Bottleneck(Place.RING, slot, slot))
                .findFirst()
                .orElseGet(() -> locateCallers(situation));
    }

    private static int nextFilled(Situation situation, int slot) {
        return IntStream.range(slot + 1, situation.components())
                .filter(i -> situation.settings(i) != null)
                .findFirst()
                .orElse(NONE);
    }

    /** The component that callers' threads were most often seen in, if any. */
    private static Bottleneck locateCallers(Situation situation) {
        return IntStream.range(0, situation.components())
                .filter(i -> outside(situation, i) >= ALWAYS_RUNNING)
                .boxed()
                .max(Comparator.comparingDouble(i -> outside(situation, i)))
                .map(i -> new Bottleneck(Place.OUTSIDE, i, NONE))
                .orElse(ELSEWHERE);
    }
}
