package io.concor.autoconfigure.advice;

import io.concor.layout.Topology;
import io.concor.statistics.FlowSecond;
import io.concor.statistics.FlowSecond.SlotSecond;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * How much of their time the threads of a layout's slots use.
 *
 * @param stages the stages of the layout
 * @param seconds the last seconds in which it was in force, the oldest first
 */
record SlotHeadroom(List<PooledStage> stages, List<FlowSecond> seconds) {

    /** The share of their time that threads can spend in tasks without a growing queue. */
    private static final double SUSTAINABLE = 0.9;

    static SlotHeadroom of(Topology layout, List<FlowSecond> seconds) {
        return new SlotHeadroom(
                PooledStage.allOf(layout),
                seconds.stream()
                        .filter(second -> second.version() == layout.version() && !second.layoutChanged())
                        .toList());
    }

    /** Whether the slot's threads keep up, and those of a planned stage would do so with the same work. */
    boolean suffices(PooledStage planned) {
        return stages.stream()
                .filter(stage -> stage.slot().equals(planned.slot()))
                .filter(stage -> stage.components().containsAll(planned.components()))
                .anyMatch(stage -> suffices(stage, planned));
    }

    private boolean suffices(PooledStage stage, PooledStage planned) {
        int threads = Math.min(stage.threads(), planned.threads());
        return !seconds.isEmpty()
                && busy(stage.slot()) * stage.threads() < SUSTAINABLE * threads
                && !queueGrows(stage.slot(), stage.threads());
    }

    /** Returns how many threads have run exactly the components of a planned stage for so many seconds at least. */
    Optional<Integer> threadsFor(int least, PooledStage planned) {
        return stages.stream()
                .filter(stage -> seconds.size() >= least)
                .filter(stage -> stage.slot().equals(planned.slot()))
                .filter(stage -> stage.components().equals(planned.components()))
                .map(PooledStage::threads)
                .findFirst();
    }

    private double busy(String slot) {
        return mean(seconds.stream(), slot, SlotSecond::busy);
    }

    /** Compares the halves of the seconds by more than an event for each thread: single seconds differ. */
    private boolean queueGrows(String slot, int threads) {
        int half = seconds.size() / 2;
        return mean(seconds.stream().skip(half), slot, SlotSecond::queue)
                > mean(seconds.stream().limit(half), slot, SlotSecond::queue) + threads;
    }

    private static double mean(Stream<FlowSecond> seconds, String slot, ToDoubleFunction<SlotSecond> figure) {
        return seconds.flatMap(second -> second.slots().stream())
                .filter(figures -> figures.name().equals(slot))
                .mapToDouble(figure)
                .average()
                .orElse(0);
    }
}
