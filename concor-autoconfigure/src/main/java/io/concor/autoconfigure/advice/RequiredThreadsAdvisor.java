package io.concor.autoconfigure.advice;

import io.concor.Component;
import io.concor.TaskKind;
import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.signal.FlowWindow.BatchWindow;
import io.concor.layout.Topology;
import io.concor.statistics.FlowSecond;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.FlowStatistics.SlotFigures;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Warns if a change leaves a stage with fewer threads than the measured load keeps busy: arrival rate times service time
 * (Little's law). The service time is that of all events if the slot's threads have run these tasks for ten seconds,
 * otherwise that of the sampled ones, but no more than with which the slot's threads could handle what they did. Does not
 * warn while there are too few of them, if the slot's threads keep up with what arrives and would still do so after the
 * change, or if its batches have room for more events. While connections limit the flow, warns only of fewer threads than
 * connections. Thread-safe.
 */
final class RequiredThreadsAdvisor implements ChangeAdvisor {

    /** As many as the window of the statistics has. */
    static final int SECONDS = 10;

    /** As verdicts and the autopilot plan. The compiler copies it, so the diagnosis need not be there. */
    private static final double UTILISATION = ThreadNeeds.UTILISATION;

    /** As verdicts tell, likewise. */
    private static final double FULL = BatchWindow.NEARLY_FULL;

    private final Function<String, FlowStatistics> statistics;
    private final Function<String, List<FlowSecond>> seconds;
    private final Function<String, OptionalInt> connections;

    /**
     * @param statistics returns the statistics of a flow by its name
     * @param seconds returns its last {@link #SECONDS}, the oldest first
     * @param connections returns how many connections limit it; empty if they do not
     */
    RequiredThreadsAdvisor(
            Function<String, FlowStatistics> statistics,
            Function<String, List<FlowSecond>> seconds,
            Function<String, OptionalInt> connections) {
        this.statistics = statistics;
        this.seconds = seconds;
        this.connections = connections;
    }

    @Override
    public List<String> warnings(Topology before, Topology planned) {
        OptionalInt limiting = connections.apply(planned.flow());
        return limiting.isPresent()
                ? fewerThan(limiting.getAsInt(), before, planned)
                : fewerThanNeeded(before, planned);
    }

    /** The measured times contain waits for connections. Yet fewer threads than connections limit the flow still more. */
    private static List<String> fewerThan(int connections, Topology before, Topology planned) {
        Set<String> enough = PooledStage.allOf(before).stream()
                .filter(stage -> stage.threads() >= connections)
                .map(PooledStage::slot)
                .collect(Collectors.toSet());
        return PooledStage.allOf(planned).stream()
                .filter(stage -> enough.contains(stage.slot()) && stage.threads() < connections)
                .filter(stage -> mayWaitForConnections(stage, planned))
                .map(stage -> Sentence.of(
                        "slot '%s' has %s, fewer than the %d connections for which events of the flow wait now: it handles still fewer events",
                        stage.slot(), stage.threadsInWords(), connections))
                .toList();
    }

    private List<String> fewerThanNeeded(Topology before, Topology planned) {
        FlowStatistics measured = statistics.apply(planned.flow());
        SlotHeadroom headroom = SlotHeadroom.of(before, seconds.apply(planned.flow()));
        return PooledStage.allOf(planned).stream()
                .filter(stage -> !headroom.suffices(stage) && !hasRoomInBatches(stage, measured))
                .flatMap(stage -> load(stage, headroom, measured)
                        .filter(load -> load.busyThreads() > stage.threads() && mayBeMore(stage))
                        .map(load -> warning(stage, load) + caveat(stage, planned))
                        .stream())
                .toList();
    }

    /** Fewer threads handle larger batches, in which an event takes less time. By how much less is not known. */
    private static boolean hasRoomInBatches(PooledStage stage, FlowStatistics measured) {
        return measured.window().slots().stream()
                .filter(slot -> slot.name().equals(stage.slot()))
                .map(SlotFigures::batches)
                .anyMatch(batches -> batches != null && batches.meanSize() < FULL * batches.limit());
    }

    private static Optional<MeasuredLoad> load(PooledStage stage, SlotHeadroom headroom, FlowStatistics measured) {
        return headroom.threadsFor(SECONDS, stage)
                .flatMap(threads -> MeasuredLoad.ofSlot(measured.window(), stage.slot(), threads))
                .or(() -> MeasuredLoad.ofSamples(measured, tasks(stage)).map(load -> headroom.threadsFor(0, stage)
                        .map(threads -> load.shownBy(measured.window(), stage.slot(), threads))
                        .orElse(load)));
    }

    /** Threads that compute gain nothing from being more than the processors, however long they wait for one. */
    private static boolean mayBeMore(PooledStage stage) {
        return needsOneThread(stage)
                || !stage.computes()
                || stage.threads() < Runtime.getRuntime().availableProcessors();
    }

    private static List<String> tasks(PooledStage stage) {
        return stage.components().stream()
                .filter(RequiredThreadsAdvisor::keepsItsThread)
                .map(Component::name)
                .toList();
    }

    /** A transition task returns its thread long before its service ends. Few events reach a catch task. */
    private static boolean keepsItsThread(Component component) {
        return !component.kind().leavesThread() && !component.kind().handlesErrors();
    }

    /** With more threads than connections, most of a measured time may be that wait. */
    private static String caveat(PooledStage stage, Topology planned) {
        return !mayWaitForConnections(stage, planned)
                ? ""
                : ". If they use connections, they need as many: with fewer, the measured time contains waits for one, which more threads would only prolong";
    }

    private static boolean mayWaitForConnections(PooledStage stage, Topology planned) {
        return !stage.componentsOf(TaskKind.SYNCHRONIZED_REMOTE).isEmpty()
                || !planned.transactions().isEmpty();
    }

    private static boolean needsOneThread(PooledStage stage) {
        return !stage.componentsOf(TaskKind.SINGLE_THREADED).isEmpty();
    }

    private static String warning(PooledStage stage, MeasuredLoad load) {
        if (needsOneThread(stage)) {
            return warningOfOneThread(stage, load);
        }
        return stage.computes() ? warningOfProcessors(stage, load) : warningOfThreads(stage, load);
    }

    /** Where many threads compute, a measured time is mostly that of waiting for a processor. */
    private static String warningOfProcessors(PooledStage stage, MeasuredLoad load) {
        return Sentence.of(
                "slot '%s' has %s for tasks that compute, fewer than %.1f events/s keep busy (%s): its queue grows. Use %d threads, as many as there are processors, or make its tasks faster",
                stage.slot(),
                stage.threadsInWords(),
                load.perSecond(),
                load.basis(),
                Runtime.getRuntime().availableProcessors());
    }

    private static String warningOfOneThread(PooledStage stage, MeasuredLoad load) {
        return Sentence.of(
                "slot '%s' has one thread, because %s must run in one, but %.1f events/s of %.1f ms each need %.1f (%s): its queue grows. Make its tasks faster, or move work that does not need one thread behind a join of its own",
                stage.slot(),
                PooledStage.names(stage.componentsOf(TaskKind.SINGLE_THREADED)),
                load.perSecond(),
                load.serviceSeconds() * 1_000,
                load.busyThreads(),
                load.basis());
    }

    private static String warningOfThreads(PooledStage stage, MeasuredLoad load) {
        return Sentence.of(
                "slot '%s' has %s, but %.1f events/s of %.1f ms each keep %.1f threads busy (%s): its queue grows. Use at least %.0f threads to keep up, %.0f for a utilisation of %.0f %%, or make its tasks faster",
                stage.slot(),
                stage.threadsInWords(),
                load.perSecond(),
                load.serviceSeconds() * 1_000,
                load.busyThreads(),
                load.basis(),
                Math.ceil(load.busyThreads()),
                Math.ceil(load.busyThreads() / UTILISATION),
                100 * UTILISATION);
    }
}
