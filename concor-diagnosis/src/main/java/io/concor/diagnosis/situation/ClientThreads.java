package io.concor.diagnosis.situation;

import io.concor.statistics.FlowReading.ComponentReading;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The threads of clients that call continuations and run the components behind a transition up to the next filled slot.
 * How many there are is certain only when all of them are busy: then the same number is seen at each reading.
 *
 * @param component the index of the component that they run
 * @param number how many there are
 */
public record ClientThreads(int component, int number) {

    /** How many calls per thread are needed to say that there are no others. */
    private static final long ENOUGH_CALLS = 10;

    /** Returns those that are always busy, in the component in which most are; empty if their number is not known. */
    static Optional<ClientThreads> alwaysBusy(Situation situation) {
        return situation
                .indices()
                .filter(situation.stages()::isRunByClients)
                .filter(component -> isConstant(situation, component))
                .mapToObj(component -> new ClientThreads(component, (int) Math.round(
                        situation.component(component).runningOutside().most())))
                .max(Comparator.comparingInt(ClientThreads::number));
    }

    /** Returns how many there are: all that are busy, or else those that have called lately; empty if that is not known. */
    public static OptionalInt count(Situation situation) {
        Optional<ClientThreads> busy = alwaysBusy(situation);
        return busy.isPresent() ? OptionalInt.of(busy.get().number()) : seen(situation);
    }

    /**
     * Returns how many there are at least: if their number is not known, as many as were seen in one component at once. Of few
     * that are always busy, all are; of the many threads of an event loop, a few always are.
     */
    public static double number(Situation situation) {
        OptionalInt known = count(situation);
        return known.isPresent()
                ? known.getAsInt()
                : situation
                        .indices()
                        .filter(situation.stages()::isRunByClients)
                        .mapToDouble(component -> mostAtOnce(situation, component))
                        .max()
                        .orElse(0);
    }

    private static double mostAtOnce(Situation situation, int component) {
        return situation.recent().stream()
                .mapToDouble(seen ->
                        seen.flow().components().get(component).runningOutside().most())
                .max()
                .orElse(0);
    }

    /** Returns how many have called continuations lately. Empty if a transition has few sampled events, or many threads. */
    static OptionalInt seen(Situation situation) {
        boolean known = situation
                .indices()
                .filter(situation::isTransition)
                .allMatch(component -> isKnown(situation, component));
        return known
                ? situation
                        .indices()
                        .filter(situation::isTransition)
                        .map(component -> situation.component(component).callingThreads())
                        .max()
                : OptionalInt.empty();
    }

    private static boolean isKnown(Situation situation, int transition) {
        int threads = situation.component(transition).callingThreads();
        return threads > 0
                && threads < ComponentReading.MAX_CALLING_THREADS
                && situation.times().service().get(transition).samples() >= ENOUGH_CALLS * threads;
    }

    private static boolean isConstant(Situation situation, int component) {
        long windows = situation.recent().stream()
                .map(seen -> seen.flow().components().get(component).runningOutside())
                .filter(level -> level.least() >= 1 && level.least() == level.most())
                .count();
        return windows >= LimitSigns.ENOUGH_WINDOWS;
    }
}
