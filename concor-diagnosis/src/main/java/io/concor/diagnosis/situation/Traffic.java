package io.concor.diagnosis.situation;

import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.stream.Stream;

/**
 * Which events enter and leave a flow, as averages of the windows of a situation.
 *
 * @param situation where the windows are from
 */
public record Traffic(Situation situation) {

    /** In events per second. */
    public static final double LEAST_RATE = 1;

    private static final double MANY_TIMEOUTS = 0.1;
    /** Times are averages of different events, so they need not fit exactly. */
    private static final double OUTLASTS = 0.8;
    /** In fewer windows, the number of events inside grows and shrinks by chance. */
    private static final int LATELY = 3;

    /** Returns how many events end per second. */
    public double throughput() {
        return situation.average(seen -> seen.flow().throughput());
    }

    /** Whether the flow handles too few events for a verdict. */
    public boolean isIdle() {
        return throughput() < LEAST_RATE;
    }

    /** Returns how many events are inside. */
    public double inside() {
        return situation.average(seen -> seen.flow().inFlight().average());
    }

    /** Returns how many of the events inside were admitted. The others came from a store. */
    public double admitted() {
        return situation.average(seen -> seen.flow().admitted().average());
    }

    /**
     * Returns how many events arrive per second: those that end, those that are refused, and those that pile up inside or in
     * stores.
     */
    public double offered() {
        return Math.max(0, throughput() + refused() + growth() + growthOfQueues());
    }

    /** A queue that becomes shorter here may be filled by other processes. */
    private double growthOfQueues() {
        return stores().mapToDouble(StoreLoad::growth).sum();
    }

    /** Returns how many events wait in stores. */
    public long stored() {
        return stores().mapToLong(StoreLoad::depth).sum();
    }

    private Stream<StoreLoad> stores() {
        return situation.filled().boxed().flatMap(slot -> StoreLoad.of(situation, slot).stream());
    }

    /** Returns how many events per second to be ready for: those of the last three windows, if the load has risen to that. */
    public double offeredLately() {
        return Math.max(offered(), situation.latest(LATELY).traffic().offered());
    }

    /** Returns by how many events per second their number inside grows. */
    private double growth() {
        double first = situation.recent().get(0).flow().inFlight().average();
        double last = situation.flow().inFlight().average();
        double seconds = situation.recent().stream()
                .skip(1)
                .mapToDouble(seen -> seen.flow().seconds())
                .sum();
        return seconds <= 0 ? 0 : (last - first) / seconds;
    }

    /** Returns how many events were refused per second. */
    public double refused() {
        return situation.average(seen -> seen.flow().refused());
    }

    /** Returns the number of threads of callers that waited for admission all the time. */
    public double waitingCallers() {
        return situation.average(seen -> seen.flow().waitingCallers().least());
    }

    /** Whether threads of callers wait for admission: then the rate that could arrive is unknown. */
    public boolean callersWait() {
        return waitingCallers() >= 1;
    }

    /** Returns how irregularly events arrive. If that is unknown, like those of many independent senders: 1. */
    public double dispersion() {
        return situation.known(seen -> seen.flow().arrivals().dispersion()).orElse(1);
    }

    /** Returns how many events end per second in another way than by their timeout. */
    public double handled() {
        return throughput() - situation.average(seen -> timedOut(seen.flow()));
    }

    /** Returns the share of the events that end by their timeout, 0 to 1. */
    public double timedOut() {
        double ended = throughput();
        return ended <= 0 ? 0 : 1 - handled() / ended;
    }

    private static double timedOut(FlowWindow seen) {
        return Math.min(seen.throughput(), Math.min(seen.failed(), seen.timeouts()));
    }

    /** Whether so many events end by their timeout that a simulation, which knows none, tells nothing about the others. */
    public boolean hasManyTimeouts() {
        return timedOut() >= MANY_TIMEOUTS;
    }

    /** Returns the share of the events that time out, also of those that a catch component handles then. */
    public Evidence timeouts() {
        return situation.evidence("flow.timed.out", Traffic::timeouts, ShareBounds.NEARLY_ALL, "share");
    }

    private static double timeouts(Observation seen) {
        double ended = seen.flow().throughput();
        return ended <= 0 ? 0 : Math.min(1, seen.flow().timeouts() / ended);
    }

    /**
     * Whether nearly all events end by timeout because one task, that of the bottleneck, outlasts them. Then no finished
     * task tells how long it takes, and more threads would only let more events wait for it.
     */
    public boolean lacksFinishedTasks() {
        Evidence timeouts = timeouts();
        return LimitSigns.isSeen(timeouts) && timeouts.value() >= ShareBounds.NEARLY_ALL && isOutlasted();
    }

    private boolean isOutlasted() {
        Bottleneck bottleneck = situation.bottleneck();
        return switch (bottleneck.place()) {
            case TRANSITION -> true;
            case STAGE -> isOutlasted(situation.stage(bottleneck.slot()));
            case OUTSIDE, RING, STORE, NOWHERE -> false;
        };
    }

    /** By Little's law: an event has a thread for as long as it is inside, or longer. */
    private boolean isOutlasted(StageLoad stage) {
        return !stage.isComputing()
                && !stage.isMostlyStarved()
                && stage.busyThreads() * throughput() >= OUTLASTS * inside() * stage.taken();
    }
}
