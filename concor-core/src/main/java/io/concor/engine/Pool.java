package io.concor.engine;

import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.engine.thread.IdleStrategy;
import io.concor.engine.thread.PoolBounds;
import io.concor.engine.thread.WorkerThreads;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a join. A small state machine:
 *
 * <pre>
 * HELD ⇄ RUNNING → DRAINING (takes what is left in a closed ring, then ends)
 *    └──────┴────→ RETIRED  (ends after the event at hand)
 * </pre>
 *
 * A held pool whose workers have all {@linkplain #quiet() noticed} handles nothing, and everything that its workers did
 * is visible to who saw that.
 */
final class Pool {

    private enum Mode {
        HELD,
        RUNNING,
        DRAINING,
        RETIRED
    }

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);

    private final Ring ring;
    private final EventHandler handler;
    private final WorkerThreads threads;
    private final IdleStrategy idleStrategy;
    private final boolean oneThreaded;
    private final ParkedWorkers parked = new ParkedWorkers();
    private final Object lock = new Object();

    private volatile Mode mode = Mode.HELD;
    private volatile PoolBounds size;
    private volatile long tombstone;
    /** Replaced as a whole, under the lock. */
    private volatile Worker[] workers = {};
    /** Those that were dismissed and are still at an event. */
    private volatile Worker[] leaving = {};
    /** Whether a thread could not be started that should be there. */
    private volatile boolean lacking;

    Pool(Ring ring, EventHandler handler, JoinSettings settings, WorkerThreads threads) {
        this.ring = ring;
        this.handler = handler;
        this.threads = threads;
        this.size = PoolBounds.of(settings);
        this.oneThreaded = settings.oneThreaded();
        this.idleStrategy = IdleStrategy.of(settings.waiting());
    }

    /** Starts the threads, held. Where one cannot be started, none is left. */
    void start() {
        synchronized (lock) {
            try {
                while (workers.length < size.least()) {
                    add();
                }
            } catch (Throwable cannot) {
                retire();
                throw cannot;
            }
        }
    }

    private void add() {
        Worker worker = new Worker(this, oneThreaded);
        Thread thread = threads.create(worker);
        worker.thread(thread);
        workers = Worker.with(workers, worker);
        try {
            thread.start();
        } catch (Throwable cannot) {
            worker.end();
            forgetEnded();
            throw cannot;
        }
    }

    /** Where there is no memory for it, the next call may succeed. */
    private void forgetEnded() {
        workers = Worker.living(workers);
        leaving = Worker.living(leaving);
    }

    private void remove(Worker worker) {
        workers = Stream.of(workers).filter(other -> other != worker).toArray(Worker[]::new);
    }

    Stream<Worker> all() {
        return Stream.concat(Stream.of(workers), Stream.of(leaving));
    }

    void release() {
        mode = Mode.RUNNING;
        wakeAll();
    }

    void hold() {
        mode = Mode.HELD;
        wakeAll();
    }

    /** Ends the workers when everything before the tombstone of the closed ring is taken. */
    void drain(long tombstone) {
        this.tombstone = tombstone;
        mode = Mode.DRAINING;
        wakeAll();
    }

    void retire() {
        mode = Mode.RETIRED;
        wakeAll();
    }

    private void wakeAll() {
        for (Worker worker : workers) {
            worker.wake();
        }
    }

    boolean running() {
        return mode == Mode.RUNNING;
    }

    boolean held() {
        return mode == Mode.HELD;
    }

    /** Whether a worker may look for events at all. */
    boolean mayTake() {
        return mode == Mode.RUNNING || (mode == Mode.DRAINING && !ring.takenUpTo(tombstone));
    }

    /** Whether there is nothing left to do for its workers, and never will be. */
    boolean finished() {
        Mode present = mode;
        return present == Mode.RETIRED || (present == Mode.DRAINING && ring.takenUpTo(tombstone));
    }

    /**
     * Whether nobody of a pool that is held or retired takes events: all its workers have come to a stop between two
     * events, and those that were dismissed have ended. One that was dismissed takes no other event once it has looked,
     * but when it looks nobody knows.
     */
    boolean quiet() {
        synchronized (lock) {
            return all().allMatch(Worker::atRest);
        }
    }

    /** Whether it is this ring from which its workers take. */
    boolean serves(Ring some) {
        return ring == some;
    }

    /** Takes over new bounds and starts the threads that are missing; workers too many end after the event at hand. */
    void resize(JoinSettings settings) {
        synchronized (lock) {
            size = PoolBounds.of(settings);
            while (workers.length < size.least()) {
                add();
            }
        }
        shrink(settings);
    }

    /** The same, but what is missing is left to the next tick of the clock: so it cannot fail. */
    void shrink(JoinSettings settings) {
        synchronized (lock) {
            size = PoolBounds.of(settings);
            while (workers.length > size.most()) {
                dismiss(workers[workers.length - 1]);
            }
        }
        wakeAll(); // who is parked learns anew for how long it may be
        wantOneForWhatWaits();
    }

    private void dismiss(Worker worker) {
        leaving = Worker.with(leaving, worker);
        remove(worker);
        worker.dismiss();
    }

    /** One for the first; where more than one event waits it wants the next. */
    private void wantOneForWhatWaits() {
        if (!ring.isEmpty()) {
            signal();
        }
    }

    /** Handles the next event, and further ones; false where there is none. */
    boolean serve(Worker worker) {
        return handler.serve(this, worker);
    }

    /** The next event for a worker, or null where there is none. */
    @Nullable
    Context take(Worker worker) {
        Context context = ring.take(worker);
        if (context != null && !oneThreaded && mayHaveAnother() && !ring.isEmpty()) {
            wantOneForTheNext();
        }
        return context;
    }

    private boolean mayHaveAnother() {
        return parked.any() || workers.length < size.most();
    }

    private void wantOneForTheNext() {
        if (parked.any()) {
            parked.wakeOne(workers);
        } else {
            grow();
        }
    }

    /** Tells that an event was put into the ring: one worker will take it, and one at most is woken for it. */
    void signal() {
        if (parked.any()) {
            parked.wakeOne(workers);
        } else if (!oneThreaded && workers.length < size.most() && allBusy()) {
            grow();
        }
    }

    /**
     * Whether an event waits at which nobody is about to look. A worker that is not busy, or only just reaches for the
     * event, looks at the ring again before it parks; and once it has an event, at what is behind it. One that has done
     * with an event and is with somebody who was told its result is busy, also where the event that waits has the same
     * context.
     */
    private boolean allBusy() {
        long position = ring.position();
        int next = ring.peek(position);
        for (Worker worker : workers) {
            boolean free = !worker.busy() || worker.isReachingFor(next);
            if (free && !worker.ended()) {
                return false;
            }
        }
        return next >= 0 && ring.position() == position;
    }

    /** Throws nothing: the event for which a thread is wanted waits already, or is at hand. */
    private void grow() {
        try {
            synchronized (lock) {
                if (mode == Mode.RUNNING && workers.length < size.most()) {
                    add();
                }
            }
        } catch (Throwable noThread) {
            // Those that are there serve the event, or the next tick of the clock tries again.
        }
    }

    /** Spends a moment without events. */
    void idle(Worker worker) {
        if (idleForLong(worker) && spare()) {
            leave(worker);
        }
    }

    private boolean idleForLong(Worker worker) {
        return idleStrategy.parks() ? !ring.awaitPublication() && park(worker) : looksForLong(worker);
    }

    private boolean spare() {
        return workers.length > size.least();
    }

    /** One that does not park looks at the time itself, but only where it may leave. */
    private boolean looksForLong(Worker worker) {
        return spare() && worker.idleNanos(System.nanoTime()) >= size.keepAliveNanos();
    }

    /**
     * Parks until woken; true when nothing came for as long as an idle worker is kept. The worker shows that it parks
     * first and looks at the ring then; the publisher claims its cell first and looks for parked workers then; so one
     * of them sees the other.
     */
    private boolean park(Worker worker) {
        parked.add(worker);
        VarHandle.fullFence();
        long start = System.nanoTime();
        boolean overdue = false;
        boolean woken;
        try {
            while (!overdue && worker.isParked() && !worker.dismissed() && ring.isEmpty() && mode == Mode.RUNNING) {
                overdue = !parkUntilOverdue(start);
                Thread.interrupted();
            }
        } finally {
            woken = parked.remove(worker); // also where a virtual thread finds no memory to park
        }
        return !woken && overdue;
    }

    /** Returns at once, with false, where the time is over for which an idle worker is kept. */
    private boolean parkUntilOverdue(long start) {
        long keepAliveNanos = size.keepAliveNanos();
        if (keepAliveNanos == 0) {
            LockSupport.park(this);
            return true;
        }
        long left = keepAliveNanos - (System.nanoTime() - start);
        if (left > 0) {
            LockSupport.parkNanos(this, left);
        }
        return left > 0;
    }

    private void leave(Worker worker) {
        synchronized (lock) {
            if (mode != Mode.RUNNING || !spare() || worker.dismissed()) {
                return;
            }
            remove(worker);
        }
        worker.dismiss();
        VarHandle.fullFence();
        if (!ring.isEmpty()) {
            grow(); // a publisher may have counted on this worker
        }
    }

    /**
     * Starts threads that should be there, or are wanted, and are not; in place of those that ended without being asked
     * to, above all. Where one cannot be started, the next call may.
     */
    void replenish() {
        try {
            synchronized (lock) {
                forgetEnded();
                while (workers.length < size.least() && (mode == Mode.HELD || mayTake())) {
                    add();
                }
                lacking = false;
            }
        } catch (Throwable noThread) {
            tell(noThread);
        }
        if (!ring.isEmpty()) {
            signal();
            wakeTheForgotten();
        }
    }

    /** Who does not show that it parks is at work, or was chosen by one who then came to the end of its stack. */
    private void wakeTheForgotten() {
        Stream.of(workers).filter(worker -> !worker.isParked()).forEach(Worker::wake);
    }

    /** Once, and not at each try. */
    private void tell(Throwable noThread) {
        if (!lacking) {
            lacking = true;
            logger.error("A thread of a pool ended, and no other could be started for it", noThread);
        }
    }

    /** Whether its threads have come to their end, and none will come. */
    boolean ended() {
        return finished() && all().allMatch(Worker::ended);
    }

    boolean idle() {
        return active() == 0;
    }

    /** How many of its threads are at an event. */
    int active() {
        return (int) all().filter(Worker::busy).count();
    }

    int threads() {
        return workers.length;
    }

    /** Shows the events that wait for its threads. */
    void forEachWaiting(Consumer<Context> action) {
        ring.forEach(action);
    }

    /** How many events wait for its threads. */
    long left() {
        return mode == Mode.DRAINING ? Math.max(0, tombstone - ring.position()) : ring.count();
    }
}
