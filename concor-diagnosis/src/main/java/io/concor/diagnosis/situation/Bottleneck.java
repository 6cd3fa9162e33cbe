package io.concor.diagnosis.situation;

import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Where a flow is limited.
 *
 * @param place what has the events
 * @param component the index of the component, or -1 if none stands out
 * @param slot the index of the filled slot whose threads run the component, or whose store it is, or -1
 */
public record Bottleneck(Place place, int component, int slot) {

    private static final int NONE = -1;
    /** No part of the flow. */
    public static final Bottleneck ELSEWHERE = new Bottleneck(Place.NOWHERE, NONE, NONE);

    /** How many of the last windows are of a load that has begun meanwhile. */
    public static final int WHOLE_SECONDS = 2;

    /** What has the events. */
    public enum Place {
        /** The threads of a slot are busy. */
        STAGE,
        /** Threads of callers or clients run a component all the time. */
        OUTSIDE,
        /** Events wait for their continuation. */
        TRANSITION,
        /** A full ring stops a stage although the threads behind it are not busy. */
        RING,
        /** Threads or events wait for the store of a slot. */
        STORE,
        /** None of these. */
        NOWHERE
    }

    /** Returns the stage whose threads are busy; empty if something else limits the flow. */
    public Optional<StageLoad> stage(Situation situation) {
        return place == Place.STAGE ? Optional.of(situation.stage(slot)) : Optional.empty();
    }

    /** Whether what limits the flow waits for something. */
    public boolean waits(Situation situation) {
        return place == Place.TRANSITION
                || stage(situation).filter(stage -> !stage.isComputing()).isPresent();
    }

    /**
     * Locates the most downstream stage whose threads are busy and not blocked. A stage in front of it is blocked or has
     * nothing to do. Threads of clients that are always busy behind it come first: a transition blocks no stage. If nothing
     * stands out, the first second may be partly of a lower load, so the last ones are taken alone.
     */
    static Bottleneck locate(Situation situation) {
        return situation
                .filledFromEnd()
                .boxed()
                .flatMap(slot -> StoreLoad.of(situation, slot).stream())
                .filter(StoreLoad::isAway)
                .map(Bottleneck::ofStore)
                .findFirst()
                .orElseGet(() -> locateInLatest(situation));
    }

    private static Bottleneck ofStore(StoreLoad store) {
        return new Bottleneck(Place.STORE, store.slot(), store.slot());
    }

    private static Bottleneck locateInLatest(Situation situation) {
        Bottleneck located = locateIn(situation);
        return located.place() == Place.NOWHERE ? locateIn(situation.latest(WHOLE_SECONDS)) : located;
    }

    private static Bottleneck locateIn(Situation situation) {
        Bottleneck stage = locateStage(situation);
        return ClientThreads.alwaysBusy(situation)
                .filter(clients -> clients.component() > stage.slot())
                .map(clients -> outside(clients.component()))
                .orElse(stage);
    }

    private static Bottleneck outside(int component) {
        return new Bottleneck(Place.OUTSIDE, component, NONE);
    }

    private static Bottleneck locateStage(Situation situation) {
        return situation
                .filledFromEnd()
                .mapToObj(situation::stage)
                .filter(stage -> stage.blocked() < ShareBounds.MUCH)
                .filter(Bottleneck::limits)
                .map(Bottleneck::ofStage)
                .findFirst()
                .orElseGet(() -> locateStore(situation));
    }

    private static Bottleneck ofStage(StageLoad stage) {
        return StoreLoad.of(stage.situation(), stage.slot())
                .filter(StoreLoad::holdsThreads)
                .map(Bottleneck::ofStore)
                .orElseGet(() -> new Bottleneck(Place.STAGE, stage.busiest(), stage.slot()));
    }

    private static Bottleneck locateStore(Situation situation) {
        return situation
                .filledFromEnd()
                .boxed()
                .flatMap(slot -> StoreLoad.of(situation, slot).stream())
                .filter(store -> store.isReadSlowly() || store.isWrittenSlowly())
                .map(Bottleneck::ofStore)
                .findFirst()
                .orElseGet(() -> locateOutside(situation));
    }

    private static boolean limits(StageLoad stage) {
        return stage.isBusy() || stage.lacksCarriers() || stage.waitsForKeys() || waitsForConnections(stage);
    }

    /** Many threads are not all busy before events of a short pool have to wait for long. */
    private static boolean waitsForConnections(StageLoad stage) {
        return LimitSigns.waitsForConnections(stage.situation())
                && ConnectionUse.of(stage.situation(), stage.slot()).isPresent();
    }

    private static Bottleneck locateOutside(Situation situation) {
        int[] byClients =
                situation.indices().filter(situation.stages()::isRunByClients).toArray();
        double threads = IntStream.of(byClients).mapToDouble(situation::outside).sum();
        return Situation.most(IntStream.of(byClients), situation::outside)
                .filter(component -> areAllBusy(situation, threads))
                .map(Bottleneck::outside)
                .orElseGet(() -> locateTransition(situation));
    }

    /** Whether that many threads of clients are nearly all that there are. */
    private static boolean areAllBusy(Situation situation, double busy) {
        return busy >= ShareBounds.ALWAYS * Math.max(1, ClientThreads.number(situation));
    }

    private static Bottleneck locateTransition(Situation situation) {
        double inside = situation.traffic().inside();
        return situation
                .indices()
                .filter(i -> situation.pending(i) >= ShareBounds.MOST * inside && inside > 0)
                .mapToObj(i -> new Bottleneck(Place.TRANSITION, i, NONE))
                .findFirst()
                .orElseGet(() -> locateRing(situation));
    }

    private static Bottleneck locateRing(Situation situation) {
        return situation
                .filledFromEnd()
                .filter(slot -> situation.stage(slot).blocked() >= ShareBounds.MUCH)
                .flatMap(slot -> situation.filled().filter(next -> next > slot).limit(1))
                .mapToObj(slot -> new Bottleneck(Place.RING, slot, slot))
                .findFirst()
                .orElseGet(() -> locateCallers(situation));
    }

    /** The component that callers' threads were most often seen in, if there always was one. */
    private static Bottleneck locateCallers(Situation situation) {
        return Situation.most(situation.indices(), situation::outside)
                .filter(i ->
                        situation.averageOf(i, seen -> seen.runningOutside().least()) >= ShareBounds.ALWAYS)
                .map(Bottleneck::outside)
                .orElse(ELSEWHERE);
    }
}
