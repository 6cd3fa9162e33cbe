package io.concor.statistics;

import io.concor.Sampling;
import io.concor.TaskKind;
import io.concor.layout.Refusals;
import io.concor.layout.SlotState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Throughput and latency of a flow and its parts. Times come from sampled events, counts from all. Lists are in the order
 * of the components.
 *
 * @param inFlight number of events inside
 * @param window the last ten seconds
 * @param sinceStart the time since the flow was built
 * @param slots the present state of the filled slots
 */
public record FlowStatistics(
        String flow, Sampling sampling, long inFlight, Period window, Period sinceStart, List<SlotState> slots) {

    /** Copies the list. */
    public FlowStatistics {
        slots = List.copyOf(slots);
    }

    /**
     * The figures of a period.
     *
     * @param completed number of events that ended with a value
     * @param failed number of events that ended with an error, timeouts included
     * @param refusals number of events that were refused at admission, by reason
     * @param throughput events ended per second
     * @param latency from entry to end
     * @param components all components
     * @param slots the filled slots
     * @param stages all stages
     */
    public record Period(
            double seconds,
            long completed,
            long failed,
            Refusals refusals,
            double throughput,
            LatencyDistribution latency,
            List<ComponentFigures> components,
            List<SlotFigures> slots,
            List<StageFigures> stages) {

        /** Copies the lists. */
        public Period {
            components = List.copyOf(components);
            slots = List.copyOf(slots);
            stages = List.copyOf(stages);
        }

        /** Returns the number of events that were refused at admission, for whatever reason. */
        public long refused() {
            return refusals.total();
        }
    }

    /**
     * The figures of a component.
     *
     * @param errors number of errors that occurred in it, caught ones and timeouts included, but not those after which it was
     *     tried again
     * @param retries how often it was tried again
     * @param service duration of the task; of a transition task, until its continuation was called; of a batch task, an
     *     event's share of it: the duration divided by the number of messages
     */
    public record ComponentFigures(
            String name, TaskKind kind, long errors, long retries, LatencyDistribution service) {}

    /**
     * The figures of a filled slot.
     *
     * @param waiting how long events waited in the ring
     * @param throughput events taken from the ring per second
     * @param busy share of the threads' time spent in tasks, 0 to 1; in the window, since the last change of the layout at the
     *     earliest
     * @param blocked share of the threads' time spent waiting for room in the next filled slot, 0 to 1; of the same time
     * @param hottestLane share of the events that had the most frequent key, with the few others of its lane, 0 to 1; null
     *     unless events wait by their keys
     * @param batches the batches of a batch component; null for others
     */
    public record SlotFigures(
            String name,
            LatencyDistribution waiting,
            double throughput,
            double busy,
            double blocked,
            @Nullable Double hottestLane,
            @Nullable BatchFigures batches) {

        /** Returns the share of the threads' time without an event, 0 to 1. */
        public double idle() {
            return Math.max(0, 1 - busy - blocked);
        }

        /** Returns {@link #busy}. */
        public double utilisation() {
            return busy;
        }
    }

    /**
     * The batches of a batch component: all, whether their events are sampled or not.
     *
     * @param limit how many events a batch may have at present
     * @param calls number of batches
     * @param meanSize mean number of messages; 0 without batches
     * @param p95Size number of messages that 95 of 100 batches do not exceed, to one percent
     * @param maxSize number of messages of the largest batch, to one percent
     * @param call duration of a call of the task, with all that it takes if the batch is split
     */
    public record BatchFigures(
            int limit, long calls, double meanSize, long p95Size, long maxSize, LatencyDistribution call) {

        /** Returns the mean duration of a call for each message, in microseconds; 0 without batches. */
        public double meanMicrosPerEvent() {
            return meanSize == 0 ? 0 : call.meanMicros() / meanSize;
        }
    }

    /**
     * The figures of a stage.
     *
     * @param name the name of its first component
     * @param latency from arrival at the stage's slot to the end of its last component, waiting included
     */
    public record StageFigures(String name, LatencyDistribution latency) {}

    /**
     * The distribution of a measured time: mean, percentiles and maximum. All zero without samples. No percentile
     * exceeds the maximum.
     *
     * @param samples number of measurements
     */
    public record LatencyDistribution(
            long samples, double meanMicros, double p50Micros, double p95Micros, double p99Micros, double maxMicros) {

        /** The distribution without samples. */
        public static final LatencyDistribution NONE = new LatencyDistribution(0, 0, 0, 0, 0, 0);

        /** Limits the mean and the percentiles, which are rounded, to the maximum. */
        public LatencyDistribution {
            meanMicros = Math.min(meanMicros, maxMicros);
            p50Micros = Math.min(p50Micros, maxMicros);
            p95Micros = Math.min(p95Micros, maxMicros);
            p99Micros = Math.min(p99Micros, maxMicros);
        }
    }
}
