package io.concor.diagnosis.situation;

import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.signal.FlowWindow.StoredWindow;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * How the store does in which the events of a slot wait, as averages of the windows of a situation.
 *
 * @param situation where the windows are from
 * @param slot the index of the slot
 */
public record StoreLoad(Situation situation, int slot) {

    /** Returns the load of the store of a slot; empty if events wait in memory. */
    public static Optional<StoreLoad> of(Situation situation, int slot) {
        return Optional.of(new StoreLoad(situation, slot)).filter(load -> load.last() != null);
    }

    /** Whether the events of a slot wait in a store. */
    public static boolean isStored(Situation situation, int slot) {
        return of(situation, slot).isPresent();
    }

    private @Nullable StoredWindow last() {
        return situation.flow().slots().get(slot).stored();
    }

    private double average(ToDoubleFunction<StoredWindow> figure) {
        return situation.average(seen -> in(seen.flow().slots().get(slot), figure));
    }

    /** The store of a window before it was opened did nothing. */
    private static double in(SlotWindow seen, ToDoubleFunction<StoredWindow> figure) {
        StoredWindow stored = seen.stored();
        return stored == null ? 0 : figure.applyAsDouble(stored);
    }

    private Evidence evidence(String signal, ToDoubleFunction<StoredWindow> figure, double bound, String unit) {
        return situation.evidence(signal, seen -> in(seen.flow().slots().get(slot), figure), bound, unit);
    }

    /** Returns by how many events per second this process makes the queue longer, at least 0. */
    double growth() {
        return Math.max(0, average(StoredWindow::growth));
    }

    /** Returns how many events are in the queue. */
    long depth() {
        StoredWindow last = last();
        return last == null ? 0 : last.depth();
    }

    /** Returns what the store cannot do and why, or null if it works. */
    public @Nullable String failure() {
        StoredWindow last = last();
        return last == null ? null : last.failure();
    }

    /** Whether the store does not work, and events wait for it. */
    public boolean isAway() {
        return failure() != null && LimitSigns.isSeen(away());
    }

    /** Returns the share of the windows in which the store did not work while events waited. */
    public Evidence away() {
        return evidence("queue.store.failing", seen -> isFailing(seen) ? 1 : 0, 1, "share");
    }

    private static boolean isFailing(StoredWindow seen) {
        return seen.failure() != null && seen.depth() + seen.storing().most() > 0;
    }

    /** Whether the threads of the slot are always busy, and that in the store rather than in tasks. */
    public boolean holdsThreads() {
        return situation.stage(slot).isBusy() && inStore().value() >= ShareBounds.MOST;
    }

    /** Returns the share of the busy time of the threads in which they wait for the store. */
    public Evidence inStore() {
        double busy = situation.stage(slot).busy();
        double share = busy <= 0 ? 0 : Math.min(1, average(StoredWindow::inStore) / busy);
        return situation.evidence("slot.in.store", share, ShareBounds.MOST, "share");
    }

    /** Returns how long threads wait for the store in each transaction, in seconds on average; 0 without any. */
    public double transactionSeconds() {
        return average(StoredWindow::transactionSeconds);
    }

    /** Whether the flow is full because most of its events wait until the store has taken them. */
    public boolean isWrittenSlowly() {
        return LimitSigns.isFull(situation) && LimitSigns.isSeen(storing());
    }

    /** Returns how many events the store is about to take. */
    public Evidence storing() {
        return evidence(
                "queue.storing",
                seen -> seen.storing().average(),
                Math.max(1, ShareBounds.MOST * situation.traffic().admitted()),
                "events");
    }

    /** Whether the flow is full because most of its events wait until the queue has room. */
    public boolean isFull() {
        return LimitSigns.isFull(situation) && LimitSigns.isSeen(waitingForRoom());
    }

    /** Returns how many events wait because the queue is full. */
    public Evidence waitingForRoom() {
        return evidence(
                "queue.waiting.for.room",
                StoredWindow::waitingForRoom,
                Math.max(1, ShareBounds.MOST * situation.traffic().admitted()),
                "events");
    }

    /** Whether events wait in the store while the threads of the slot have nothing to do. */
    public boolean isReadSlowly() {
        return LimitSigns.isSeen(backlog());
    }

    /** Returns how many events always wait for being read. */
    public Evidence backlog() {
        return LimitSigns.backlog(situation, slot);
    }

    /** Returns the share of the time in which the store writes what events of any queue become. */
    public Evidence writing() {
        return evidence("queue.store.writing", StoredWindow::writing, ShareBounds.ALWAYS, "share");
    }

    /** Returns the share of the time in which the store reads events of any queue. */
    public Evidence reading() {
        return evidence("queue.store.reading", StoredWindow::reading, ShareBounds.ALWAYS, "share");
    }

    /**
     * Returns how many events always waited in the store, without those that threads had, while it did not work, or read all
     * the time and the threads had nothing to do; otherwise 0.
     */
    static double backlog(SlotWindow seen) {
        StoredWindow stored = seen.stored();
        if (stored == null) {
            return 0;
        }
        boolean slow = stored.reading() >= ShareBounds.ALWAYS && seen.busy() < ShareBounds.ALWAYS;
        return slow || stored.failure() != null
                ? Math.max(0, stored.depth() - seen.queue().average() - seen.threads())
                : 0;
    }
}
