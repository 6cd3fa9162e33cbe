package io.concor.diagnosis.situation;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.TaskKind;
import io.concor.diagnosis.signal.FlowWindow.BatchWindow;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How the threads of a slot spend their time, as averages of the windows of a situation.
 *
 * @param situation where the windows are from
 * @param slot the index of the slot
 */
public record StageLoad(Situation situation, int slot) {

    /** Share of their busy time in which threads wait for a processor, so that little of it is left for anything else. */
    private static final double MOSTLY_STARVED = 0.6;

    private static final double LEAST_USE = 0.01;
    /** From so many events on, those of equal keys wait for each other. */
    private static final double STANDING = 4;

    private SlotWindow last() {
        return in(situation.last());
    }

    private SlotWindow in(Observation seen) {
        return seen.flow().slots().get(slot);
    }

    /** Returns the components that the threads run. */
    public IntStream components() {
        return situation.stages().runFrom(slot);
    }

    /** Returns the number of threads that the join may have; 0 for an empty slot. */
    public int threads() {
        return last().threads();
    }

    /** Whether virtual threads serve the slot. */
    public boolean isVirtual() {
        JoinSettings settings = last().settings();
        return settings != null && settings.pool() == PoolKind.VIRTUAL;
    }

    /** Whether events wait by their keys. */
    public boolean keepsOrderByKey() {
        JoinSettings settings = last().settings();
        return settings != null && settings.keepsOrderByKey();
    }

    /** Whether a task must not run on several threads. */
    public boolean requiresOneThread() {
        return components().anyMatch(i -> situation.component(i).kind() == TaskKind.SINGLE_THREADED);
    }

    public double average(ToDoubleFunction<SlotWindow> figure) {
        return situation.average(seen -> figure.applyAsDouble(in(seen)));
    }

    /** Returns the share of the time that threads spend with an event, 0 to 1. */
    public double busy() {
        return average(SlotWindow::busy);
    }

    /** Returns the number of threads with an event. */
    public double busyThreads() {
        return threads() * busy();
    }

    /** Returns how many events the threads take per second. */
    public double taken() {
        return average(SlotWindow::taken);
    }

    /** Returns the share of the time that threads wait for room in the next filled slot, 0 to 1. */
    public double blocked() {
        return average(SlotWindow::blocked);
    }

    /** Returns the share of the most frequent key in the events, 0 to 1; unknown unless they wait by their keys. */
    public OptionalDouble hottestLane() {
        return situation.known(seen -> in(seen).hottestLane());
    }

    /** Returns how large batches are; empty if the component is no batch component, or has had none lately. */
    public Optional<BatchWindow> batches() {
        return Optional.ofNullable(last().batches());
    }

    /**
     * Whether the threads would handle more events in each call if more waited. Always busy threads are then no limit: a
     * batch task takes what there is, so that its thread is busy as soon as events arrive during each call.
     */
    public boolean hasRoomInBatches() {
        return batches().filter(batches -> !batches.full()).isPresent();
    }

    /** Returns the share of the time of its threads spent on a processor. */
    public OptionalDouble processorShare() {
        return situation.known(seen -> in(seen).processor());
    }

    /** Returns how many processors its threads use, 0 if that is unknown. */
    public double usedProcessors() {
        return threads() * processorShare().orElse(0);
    }

    /** Returns the share of their busy time for which threads compute, 0 to 1. Unknown if they are never busy. */
    public OptionalDouble computingShare() {
        OptionalDouble processor = processorShare();
        double busy = busy();
        return processor.isEmpty() || busy <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(1, processor.getAsDouble() / busy));
    }

    /** Whether the threads compute; unknown counts as waiting. */
    public boolean isComputing() {
        return computingShare().orElse(0) >= ShareBounds.MOST;
    }

    /**
     * Returns the share of the busy time of the threads for which they wait for a processor, 0 to 1. The operating system
     * reports that time of the process; a thread is taken to have waited in proportion to what it has used. Of virtual
     * threads it knows only those that have a carrier. If a closer look saw them sleep, they did not wait.
     */
    public double starved() {
        HostLoad host = situation.host();
        double busy = busy();
        double process = Math.max(LEAST_USE, host.process().orElse(0));
        double used = processorShare().orElse(Math.min(busy, process / Math.max(1, threads())));
        double waiting = isVirtual() ? Math.min(host.runnable(), host.wholeProcessors()) : host.runnable();
        double waited = Math.min(busy - used, used * waiting / process);
        StackProfile look = situation.look();
        double wanted = look == null ? 1 : look.mostWantingShare();
        return busy <= 0 ? 0 : Math.max(0, Math.min(waited, wanted * busy - used) / busy);
    }

    /** Whether the threads wait for a processor for a share of their busy time, or get no carrier thread. */
    public boolean isStarved(double share) {
        return starved() >= share * situation.host().easing() || lacksCarriers();
    }

    /** Whether the threads wait for a processor for most of their busy time. */
    public boolean isMostlyStarved() {
        return starved() >= MOSTLY_STARVED;
    }

    /**
     * Whether a closer look saw the threads wait for another system or a disk, and it is not known how long that usually
     * takes.
     */
    public boolean mayCallSlowSystem(int component) {
        return PoolShortage.showsCalls(situation) && !situation.baseline().isKnown(component);
    }

    /** Whether the threads are always busy with what more of them would share. */
    boolean isBusy() {
        return busy() >= ShareBounds.ALWAYS && !hasRoomInBatches();
    }

    private boolean hasFreeThreads() {
        return busy() + blocked() < ShareBounds.ALWAYS;
    }

    /**
     * Whether events wait although some of the virtual threads are free: these get no carrier thread. A virtual thread that
     * waits without giving up its carrier takes the next event with it, so the others are never seen busy.
     */
    public boolean lacksCarriers() {
        return isVirtual() && hasFreeThreads() && LimitSigns.isSeen(standing(1));
    }

    /** Whether events stand, by their keys, while some of the threads are free. */
    public boolean waitsForKeys() {
        return keepsOrderByKey() && hasFreeThreads() && LimitSigns.isSeen(standing());
    }

    /** Returns how many events always wait. */
    public Evidence standing() {
        return standing(STANDING);
    }

    private Evidence standing(double bound) {
        return situation.evidence("slot.queue.least", seen -> in(seen).queue().least(), bound, "events");
    }

    /** Returns the component in which most of the threads were seen. */
    public int busiest() {
        return Situation.most(components(), situation::running).orElse(slot);
    }

    /** Returns {@link #busy} with its bound. */
    public Evidence busyEvidence() {
        return situation.evidence("slot.busy", seen -> in(seen).busy(), ShareBounds.ALWAYS, "share");
    }

    /** Returns {@link #processorShare} with the bound above which threads compute. */
    public Evidence processorEvidence() {
        return situation.evidence("slot.processor", seen -> in(seen).processor().orElse(0), ShareBounds.MOST, "share");
    }
}
