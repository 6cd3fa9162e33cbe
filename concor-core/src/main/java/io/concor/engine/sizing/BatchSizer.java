package io.concor.engine.sizing;

import io.concor.statistics.BatchDecision;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how many events a batch may have, so that 95 of 100 are handled within a target and throughput suffices.
 *
 * <p>At the end of each {@link SizingWindow}:
 *
 * <ul>
 *   <li><b>No event is left behind</b>: the size does not limit throughput, and batches are as small as the load lets them be. If
 *       the time of events exceeds the target, batches become smaller, by a quarter or more: a call should take no more than half
 *       of the target, because an event may have to wait for one call before its own. But not if smaller batches would not
 *       suffice for the load, because events would then wait longer and longer.
 *   <li><b>Events are left behind</b>: throughput is short. Batches grow by a step, as long as a call takes no longer than the target.
 *   <li><b>Growth has lowered the throughput</b> in two windows: back to the best size. Throughput is not monotone in the size
 *       (locks, memory, the plan of a statement), so from time to time a smaller size is tried, too, and kept if it is better.
 * </ul>
 *
 * <p>Not thread-safe.
 */
public final class BatchSizer {

    private static final int FIRST_SIZE = 10;
    private static final int STEPS = 32;
    /** Less than this share of the best rate is a loss. */
    private static final double LOSS = 0.93;
    /** A smaller size is kept if its rate is higher by this factor. */
    private static final double GAIN = 1.02;

    private static final int WINDOWS_UNTIL_SEARCH = 10;
    private static final int WINDOWS_BELOW_CEILING = 50;
    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private final double targetNanos;
    private final int most;
    private final int step;
    private final ServiceCurve curve = new ServiceCurve();
    private int size;
    private @Nullable SizingWindow window;
    private double throughput;

    /** The size with the best rate while throughput was short, or 0. */
    private int bestSize;

    private double bestRate;
    private int losses;
    /** The size from which to search downward and its rate, or 0 for no search. */
    private int searchedFrom;

    private double searchedRate;
    private int untilSearch = WINDOWS_UNTIL_SEARCH;
    /** The size beyond which not to grow for some windows. */
    private int ceiling;

    private int belowCeiling;

    /** @param most the largest size */
    public BatchSizer(long targetNanos, int most) {
        this(targetNanos, most, FIRST_SIZE);
    }

    private BatchSizer(long targetNanos, int most, int first) {
        this.targetNanos = targetNanos;
        this.most = most;
        this.step = Math.max(1, most / STEPS);
        this.size = Math.min(first, most);
        this.ceiling = most;
    }

    /** Returns a sizer that begins with the present size of this one, within its own bound. */
    public BatchSizer with(long targetNanos, int most) {
        return new BatchSizer(targetNanos, most, size);
    }

    public int size() {
        return size;
    }

    /** A batch was handled. Returns the decision to change the size, or null. */
    public @Nullable BatchDecision add(HandledBatch batch) {
        curve.add(batch.size(), batch.callNanos());
        SizingWindow present = window;
        if (present == null || present.isEmpty()) { // the slot may have been idle
            present = new SizingWindow(batch.nanos() - batch.callNanos());
            window = present;
        }
        if (batch.limit() == size) { // others began before the size changed
            present.add(batch, waitNanos(batch) + batch.callNanos());
        }
        return present.isComplete() ? endWindow(present, batch.nanos()) : null;
    }

    /** Events that were left behind wait as long as the slot takes for all before them. */
    private long waitNanos(HandledBatch batch) {
        return batch.behind() > 0 && throughput > 0
                ? (long) ((batch.behind() + batch.size()) / throughput)
                : batch.sinceLastNanos();
    }

    private @Nullable BatchDecision endWindow(SizingWindow ended, long now) {
        throughput = ended.throughput();
        window = new SizingWindow(now);
        belowCeiling = Math.max(0, belowCeiling - 1);
        double p95 = ended.p95Nanos();
        if (ended.isShort()) {
            return whileShort(ended.rate(), curve.largestWithin(targetNanos, most), p95);
        }
        searchedFrom = 0;
        losses = 0;
        return p95 > targetNanos ? shrink(ended, p95) : null;
    }

    private @Nullable BatchDecision shrink(SizingWindow ended, double p95) {
        int binding = Math.min(size, ended.largest());
        int smaller = Math.min(3 * binding / 4, curve.largestWithin(targetNanos / 2, most));
        return smaller > 0 && ended.threads() * curve.rate(smaller) >= ended.throughput()
                ? move(smaller, p95, "events take longer than the target, and smaller batches suffice")
                : null;
    }

    private @Nullable BatchDecision whileShort(double rate, int affordable, double p95) {
        if (size > affordable) {
            searchedFrom = 0;
            return move(Math.max(affordable, size / 2), p95, "a call takes longer than the target");
        }
        if (searchedFrom > 0) {
            return judgeSearch(rate, p95);
        }
        if (size == bestSize) {
            bestRate = (bestRate + rate) / 2;
        } else if (rate > bestRate) {
            bestSize = size;
            bestRate = rate;
        }
        losses = size > bestSize && rate < LOSS * bestRate ? losses + 1 : 0;
        if (losses > 0) {
            return losses == 1 ? null : giveUpGrowth(p95);
        }
        int limit = Math.min(affordable, belowCeiling > 0 ? ceiling : most);
        return size < limit ? move(Math.min(size + step, limit), p95, "events are left behind") : search(rate, p95);
    }

    private @Nullable BatchDecision giveUpGrowth(double p95) {
        losses = 0;
        ceiling = bestSize;
        belowCeiling = WINDOWS_BELOW_CEILING;
        return move(bestSize, p95, "larger batches lowered the throughput");
    }

    private @Nullable BatchDecision search(double rate, double p95) {
        untilSearch--;
        if (untilSearch > 0 || size == 1) {
            return null;
        }
        searchedFrom = size;
        searchedRate = rate;
        return move(3 * size / 4, p95, "a smaller size may have a higher throughput");
    }

    /** As long as smaller sizes are better, the search goes on. */
    private @Nullable BatchDecision judgeSearch(double rate, double p95) {
        if (rate > GAIN * searchedRate) {
            bestSize = size;
            bestRate = rate;
            ceiling = searchedFrom - 1;
            belowCeiling = WINDOWS_BELOW_CEILING;
            searchedFrom = size == 1 ? 0 : size;
            searchedRate = rate;
            return size == 1 ? null : move(3 * size / 4, p95, "the smaller size had a higher throughput");
        }
        int back = searchedFrom;
        searchedFrom = 0;
        untilSearch = WINDOWS_UNTIL_SEARCH;
        return move(back, p95, "the smaller size had no higher throughput");
    }

    private @Nullable BatchDecision move(int to, double p95Nanos, String reason) {
        int from = size;
        size = Math.max(1, Math.min(to, most));
        return size == from
                ? null
                : new BatchDecision(
                        Instant.now(),
                        from,
                        size,
                        p95Nanos / NANOS_PER_MICRO,
                        curve.fixedNanos() / NANOS_PER_MICRO,
                        curve.eachNanos() / NANOS_PER_MICRO,
                        reason);
    }
}
