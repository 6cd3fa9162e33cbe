package io.concor.engine.batch;

import io.concor.BatchSettings;
import io.concor.engine.measure.BatchRecorder;
import io.concor.engine.sizing.BatchSizer;
import io.concor.engine.sizing.HandledBatch;
import io.concor.statistics.BatchDecision;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** How the threads of one batch slot form batches now. A change of the settings is one write. Thread-safe. */
public final class BatchControl {

    private static final int DECISIONS = 20;

    /** Held by the only thread of a pool of several that lingers; the others wait for their turn to take events. */
    private final ReentrantLock turn = new ReentrantLock();

    private final BatchRecorder recorder;
    private final int maxInFlight;
    private volatile Plan plan = new Plan(BatchSettings.DEFAULT);
    /** How many events a batch may have. */
    private volatile int limit;
    /** Whether no event follows that could fill a batch. */
    private volatile boolean ending;
    /** When a thread last completed a batch. */
    private volatile long collectedNanos;

    /** Chooses the limit if there is a target. Guarded by this, as the decisions. */
    private @Nullable BatchSizer sizer;

    private final Deque<BatchDecision> decisions = new ArrayDeque<>();

    /**
     * @param maxInFlight the largest number of events inside the flow: no batch can be larger
     */
    public BatchControl(BatchRecorder recorder, int maxInFlight) {
        this.recorder = recorder;
        this.maxInFlight = maxInFlight;
    }

    /** Returns the settings by which batches are formed now. */
    public BatchSettings settings() {
        return plan.settings();
    }

    /** The settings in the form that threads read. A thread that lingers ends that when it finds another plan. */
    record Plan(BatchSettings settings, long lingerNanos) {

        Plan(BatchSettings settings) {
            this(settings, settings.linger().toNanos());
        }

        boolean hasTarget() {
            return settings.target() != null;
        }
    }

    /** Forms batches by these settings from now on, and lets threads linger. */
    public synchronized void use(BatchSettings settings) {
        BatchSettings before = plan.settings();
        int most = Math.min(settings.size(), maxInFlight);
        Duration target = settings.target();
        if (target == null) {
            sizer = null;
            limit(most);
        } else {
            if (sizer == null) {
                sizer = new BatchSizer(target.toNanos(), most);
            } else if (before.size() != settings.size() || !Objects.equals(before.target(), target)) {
                sizer = sizer.with(target.toNanos(), most);
            }
            limit(sizer.size());
        }
        plan = new Plan(settings);
        ending = false;
    }

    private void limit(int events) {
        limit = events;
        recorder.limit(events);
    }

    /** Lets no thread linger until the next call of {@link #use}. */
    public void endLingering() {
        ending = true;
    }

    Plan plan() {
        return plan;
    }

    /** Returns how many events a batch may have. */
    int limit() {
        return limit;
    }

    /** Whether a thread that lingers according to a plan may go on. */
    boolean mayLinger(Plan present) {
        return plan == present && !ending;
    }

    ReentrantLock turn() {
        return turn;
    }

    /** A thread has completed a batch. Returns when one had done so before. */
    long collected(long nanos) {
        long before = collectedNanos;
        collectedNanos = nanos;
        return before;
    }

    /** A batch was handled, which took so long until now. */
    public void handled(BatchWorker worker, long now, long callNanos) {
        int size = worker.calledSize();
        recorder.record(size, callNanos);
        if (plan.hasTarget()) {
            try {
                decide(new HandledBatch(
                        now, size, worker.limit(), worker.behind(), worker.gatheringNanos(), callNanos));
            } catch (OutOfMemoryError noMemory) {
                // The next batch may find some.
            }
        }
    }

    private synchronized void decide(HandledBatch batch) {
        BatchDecision decision = sizer == null ? null : sizer.add(batch);
        if (decision != null) {
            limit(decision.to());
            decisions.addFirst(decision);
            if (decisions.size() > DECISIONS) {
                decisions.removeLast();
            }
        }
    }

    /** Returns the last decisions about the size, the newest first. */
    public synchronized List<BatchDecision> decisions() {
        return List.copyOf(decisions);
    }
}
