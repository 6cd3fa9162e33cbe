package io.concor.engine.sizing;

import io.concor.statistics.BatchDecision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;

/** A slot with one thread, in which batches take as long as a curve says, give or take some. */
final class SimulatedSlot {

    private static final double NOISE = 0.05;

    private final BatchSizer sizer;
    private final Random random = new Random(42);
    private final List<BatchDecision> decisions = new ArrayList<>();
    private IntToDoubleFunction millis;
    private double perSecond;
    private double now;
    /** When each waiting event has arrived, in seconds. */
    private final java.util.ArrayDeque<Double> waiting = new java.util.ArrayDeque<>();

    private double nextArrival;
    private double lastCollected;
    private final List<Double> times = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();

    /** @param millis how long a batch of a size takes, in milliseconds */
    SimulatedSlot(BatchSizer sizer, IntToDoubleFunction millis) {
        this.sizer = sizer;
        this.millis = millis;
    }

    /** From now on batches take another time. */
    void curve(IntToDoubleFunction other) {
        millis = other;
    }

    /** Lets that many events a second arrive for some seconds. Forgets what was measured before. */
    SimulatedSlot run(double arrivalsPerSecond, double seconds) {
        perSecond = arrivalsPerSecond;
        nextArrival = now + gap();
        times.clear();
        sizes.clear();
        double end = now + seconds;
        while (now < end) {
            handle();
        }
        return this;
    }

    private double gap() {
        return -Math.log(1 - random.nextDouble()) / perSecond;
    }

    private void arriveUntil(double time) {
        for (; nextArrival <= time; nextArrival += gap()) {
            waiting.add(nextArrival);
        }
    }

    private void handle() {
        arriveUntil(now);
        boolean waited = waiting.isEmpty();
        if (waited) {
            now = nextArrival;
            arriveUntil(now);
        }
        int limit = sizer.size();
        double[] batch = new double[Math.min(limit, waiting.size())];
        Arrays.setAll(batch, i -> waiting.remove());
        double since = waited ? 0 : now - lastCollected;
        lastCollected = now;
        int behind = waiting.size();
        double seconds = millis.applyAsDouble(batch.length) / 1_000 * (1 + NOISE * random.nextGaussian());
        now += seconds;
        for (double arrived : batch) {
            times.add(now - arrived);
        }
        sizes.add(batch.length);
        BatchDecision decision =
                sizer.add(new HandledBatch(nanos(now), batch.length, limit, behind, nanos(since), nanos(seconds)));
        if (decision != null) {
            decisions.add(decision);
        }
    }

    private static long nanos(double seconds) {
        return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    /** Returns events a second in the last run. */
    double throughput(double seconds) {
        return times.size() / seconds;
    }

    /** Returns the time that 95 of 100 events did not exceed in the last run, in milliseconds. */
    double p95Millis() {
        List<Double> sorted = times.stream().sorted().toList();
        return 1_000 * sorted.get(sorted.size() * 95 / 100);
    }

    double meanSize() {
        return sizes.stream().mapToInt(Integer::intValue).average().orElse(0);
    }

    List<BatchDecision> decisions() {
        return decisions;
    }
}
