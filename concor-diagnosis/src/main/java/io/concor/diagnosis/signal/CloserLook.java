package io.concor.diagnosis.signal;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks closer at the threads of one slot of a flow from time to time, on another thread. A look takes three
 * seconds, or five at virtual threads, and is repeated after ten times as long at the earliest. For one thread.
 */
public final class CloserLook {

    private static final Logger logger = LoggerFactory.getLogger(CloserLook.class);
    private static final long PAUSE_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long PAUSE_OF_VIRTUAL_NANOS = Duration.ofSeconds(50).toNanos();

    private final Executor executor;
    private int slot = -1;
    private long began;
    private long pauseNanos = PAUSE_NANOS;
    private volatile Optional<StackProfile> result = Optional.empty();
    private volatile boolean running;
    /** How often everything was forgotten. A look that began before shows nothing. */
    private int forgotten;

    public CloserLook(Executor executor) {
        this.executor = executor;
    }

    /**
     * Starts to look at the threads of a slot, unless that was done a short while ago.
     *
     * @param virtual whether they are virtual threads
     * @param nanos the time, by {@link System#nanoTime}
     */
    public void at(int wanted, boolean virtual, Supplier<List<Long>> threadIds, long nanos) {
        boolean isRecent = slot != -1 && nanos - began < pauseNanos;
        if (running || isRecent) {
            return;
        }
        if (slot != wanted) {
            result = Optional.empty();
        }
        slot = wanted;
        began = nanos;
        pauseNanos = virtual ? PAUSE_OF_VIRTUAL_NANOS : PAUSE_NANOS;
        int before = forgotten;
        begin(() -> look(virtual, threadIds, before));
    }

    private void begin(Runnable action) {
        running = true;
        try {
            executor.execute(action);
        } catch (RuntimeException | Error noThread) {
            running = false;
            throw noThread;
        }
    }

    private void look(boolean virtual, Supplier<List<Long>> threadIds, int before) {
        try {
            show(before, Optional.of(virtual ? pinned() : StackSampler.profile(threadIds.get())));
        } catch (RuntimeException | LinkageError failed) {
            logger.debug("The threads of a slot could not be examined", failed);
            show(before, Optional.empty());
        } finally {
            running = false;
        }
    }

    private static StackProfile pinned() {
        return new StackProfile(0, 0, null, 0, null, 0, PinnedThreads.measure(), 0, 0, 0);
    }

    private synchronized void show(int before, Optional<StackProfile> seen) {
        if (forgotten == before) {
            result = seen;
        }
    }

    /** The threads have changed: what was seen, or is being looked at, no longer means anything. */
    public synchronized void forget() {
        forgotten++;
        slot = -1;
        result = Optional.empty();
    }

    /** Whether a look is under way. */
    public boolean isRunning() {
        return running;
    }

    /**
     * Returns what was last seen at the threads of a slot, until it is time to look again; while they are looked at
     * again, what was seen before.
     *
     * @param wanted returns the slot; asked only if something was seen, because flows without a limit are many
     */
    public Optional<StackProfile> of(IntSupplier wanted, long nanos) {
        Optional<StackProfile> seen = running || nanos - began < pauseNanos ? result : Optional.empty();
        return seen.isPresent() && slot == wanted.getAsInt() ? seen : Optional.empty();
    }
}
