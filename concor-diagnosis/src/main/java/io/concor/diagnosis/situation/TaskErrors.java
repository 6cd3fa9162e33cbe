package io.concor.diagnosis.situation;

import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The errors of the task of a component, in the windows of a situation.
 *
 * @param situation where the windows are from
 * @param component the index of the component
 */
public record TaskErrors(Situation situation, int component) {

    private static final double MANY = 0.2;
    /** Rates of less than an event per second are those of few events. */
    private static final double ONE = 1;
    /** The last words of a type. Timeouts of pools and locks have other names and mean a shortage in this process. */
    private static final Set<String> TIMEOUTS =
            Set.of("TimeoutException", "HttpTimeoutException", "SocketTimeoutException", "ReadTimeoutException");

    /** Returns the errors where the flow is limited. */
    public static TaskErrors atBottleneck(Situation situation) {
        return new TaskErrors(situation, situation.bottleneck().component());
    }

    /** Whether the task fails for many of the events that reach it. */
    public boolean areMany() {
        return component >= 0 && situation.bottleneck().place() != Bottleneck.Place.RING && LimitSigns.isSeen(share());
    }

    /** Whether the task of a bottleneck that waits for something bounds its wait itself, and that time is over. */
    public boolean areOwnTimeouts() {
        return areMany() && areTimeouts();
    }

    /** Whether the errors of a bottleneck that waits are mostly timeouts of its own. */
    public boolean areTimeouts() {
        return situation.bottleneck().waits(situation)
                && situation
                        .thrown(component)
                        .areMostly(type -> TIMEOUTS.contains(type.substring(type.lastIndexOf(' ') + 1)));
    }

    /** Whether no event has left the task for as long as is remembered: then it is not known how long it takes. */
    public boolean isSilent() {
        return situation.recent().size() >= LimitSigns.ENOUGH_WINDOWS
                && situation.recent().stream().allMatch(seen -> reached(seen.flow()) < ONE);
    }

    /**
     * Returns the share of the events that reach the component for which the task throws. A second in which no event left
     * the task is like the others: calls that began together time out together.
     */
    public Evidence share() {
        double share = share(perSecond(), situation.average(seen -> reached(seen.flow())));
        long windows = situation.recent().stream()
                .map(Observation::flow)
                .filter(seen -> (reached(seen) < ONE ? share : share(thrown(seen), reached(seen))) >= MANY)
                .count();
        return new Evidence("task.errors", share, MANY, "share", (int) windows);
    }

    /** An event may end in a later second than the one in which it failed. */
    private static double share(double errors, double reached) {
        return errors <= 0 ? 0 : errors / Math.max(errors, reached);
    }

    /** Returns how often per second the task throws. */
    public double perSecond() {
        return situation.average(seen -> thrown(seen.flow()));
    }

    /** A timeout counts as an error of the component that the event had reached, also if it only waited there. */
    private double thrown(FlowWindow seen) {
        ComponentWindow counted = seen.components().get(component);
        return counted.errors() - counted.timeouts();
    }

    /** The events that ended, without those that had waited too long there or in front of it, unless this was handled. */
    private double reached(FlowWindow seen) {
        double timeouts = IntStream.iterate(component, i -> i >= 0, i -> i - 1)
                .mapToObj(seen.components()::get)
                .takeWhile(before -> !before.kind().handlesErrors())
                .mapToDouble(ComponentWindow::timeouts)
                .sum();
        return Math.max(thrown(seen), seen.throughput() - timeouts);
    }

    /** Returns the type of most errors after some words; empty if the task throws none. */
    public String mostFrequent(String words) {
        return situation.thrown(component).mostFrequent().map(words::concat).orElse("");
    }
}
