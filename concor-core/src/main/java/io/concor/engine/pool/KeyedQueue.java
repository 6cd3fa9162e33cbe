package io.concor.engine.pool;

import com.lmax.disruptor.Sequence;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.IndexQueue;
import io.concor.engine.event.Lane;
import io.concor.engine.event.ReadyLanes;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The events that wait in the slot of a keyed component: in lanes, each of which one thread serves at a time, in the order
 * of arrival. Events of equal keys are in one lane. Any number of threads may put and take.
 *
 * <p>A queue holds the lanes that are ready: a lane enters it with its first event, and is in it or with a holder or at rest.
 * <pre>
 *        put                 take
 * REST ───────→ READY ───────────────────→ HELD
 *  ↑              ↑    events wait           │
 *  │              └──────────────────────────┤ the holder leaves
 *  └─────────────────────────────────────────┘
 *         no event waits
 * </pre>
 *
 * <p>The holder is a worker or, while an event is in a transition or on a thread that does not belong to the flow, that
 * event. So workers are interchangeable: whichever takes a lane next sees what the one before wrote, by the lane's monitor.
 */
final class KeyedQueue implements EventQueue {

    /** The number of lanes; a power of two. */
    static final int LANES = 1024;
    /** The memory of a lane, with the reference to it. */
    private static final long BYTES_OF_A_LANE = 60;

    private static final long BYTES_WITHOUT_LANES = 1_000;

    private final Context[] contexts;
    private final Lane[] lanes;
    private final ReadyLanes ready;
    private final RingCapacity room;
    /** The number of events that were put, less one, as in a ring. */
    private final Sequence put = new Sequence();
    /** The number of events that were taken or removed, less one. */
    private final Sequence taken = new Sequence();
    /** How many of them were removed. Counted where memory may be short, so not by an adder, which may allocate. */
    private final Sequence removed = new Sequence(0);
    /** How many events were put by threads that had no stack left to count them. */
    private int putWithoutStack;

    private volatile boolean closed;

    /**
     * @param contexts those of the flow
     * @param capacity how many events may wait before the stage before pauses
     */
    KeyedQueue(ContextPool contexts, int capacity) {
        this(contexts, capacity, LANES);
    }

    /** @param number how many lanes there are; fewer than chosen only in tests */
    KeyedQueue(ContextPool contexts, int capacity, int number) {
        this.contexts = contexts.all();
        this.ready = new ReadyLanes(number);
        int[] following = new int[contexts.size()];
        this.lanes = IntStream.range(0, number)
                .mapToObj(i -> new Lane(i, ready, following))
                .toArray(Lane[]::new);
        this.room = new RingCapacity(capacity);
    }

    /** Returns the memory that it takes in a flow with so many contexts. */
    static long bytes(int contexts) {
        return (long) Integer.BYTES * contexts
                + LANES * BYTES_OF_A_LANE
                + IndexQueue.cellBytes(LANES)
                + BYTES_WITHOUT_LANES;
    }

    @Override
    public void servedBy(ReadyLanes.Server pool) {
        ready.servedBy(pool);
    }

    /** Adds an event to the lane that was {@linkplain LaneChooser chosen} for it. */
    @Override
    public boolean put(Context context) {
        boolean open = lanes[context.laneIndex].put(context.index);
        try {
            put.addAndGet(open ? 1 : 0);
        } catch (StackOverflowError exhausted) {
            putWithoutStack++; // the event has been put, and the caller must not learn otherwise
        }
        return open;
    }

    @Override
    public void adopt(Context context) {
        lanes[context.laneIndex].append(context.index);
        put.incrementAndGet();
    }

    @Override
    public @Nullable Context take(Worker worker) {
        Lane lane = worker.lane;
        while (lane != null || (lane = nextReady(worker)) != null) {
            int content = lane.poll();
            if (content != Lane.NONE) {
                worker.hasEvent(content);
                countTaken();
                return contexts[content];
            }
            worker.lane = null;
            lane = null;
        }
        return null;
    }

    @Override
    public @Nullable Context takeBehind(Context before, Worker worker) {
        Lane lane = before.lane;
        int content = lane == null ? Lane.NONE : lane.pollBehind();
        if (content == Lane.NONE) {
            return null;
        }
        worker.hasEvent(content);
        countTaken();
        Context next = contexts[content];
        next.takeLaneFrom(before);
        return next;
    }

    private @Nullable Lane nextReady(Worker worker) {
        while (true) {
            long position = ready.position();
            int content = ready.peek(position);
            if (content >= 0) {
                if (ready.take(position)) {
                    Lane lane = lanes[content];
                    worker.lane = lane;
                    return lane;
                }
            } else if (ready.position() == position) {
                return null;
            }
        }
    }

    private void countTaken() {
        taken.incrementAndGet();
        if (room.isAwaited()) {
            room.freed(waiting());
        }
    }

    @Override
    public void leave(Worker worker) {
        Lane lane = worker.lane;
        if (lane != null) {
            worker.lane = null;
            if (lane.release()) {
                ready.leftByWorkerOf(worker.state());
            }
        }
    }

    @Override
    public void mend() {
        for (Lane lane : lanes) {
            if (lane.leaving) {
                lane.releaseIfLeaving();
            }
        }
    }

    @Override
    public boolean isEmpty() {
        return ready.isEmpty();
    }

    @Override
    public boolean awaitPublication() {
        return ready.awaitPublication();
    }

    @Override
    public boolean awaitRoom(Worker worker) {
        return room.awaitRoom(this, worker);
    }

    @Override
    public boolean isFull() {
        return room.isFull(taken.get(), lastPut()) && !closed;
    }

    @Override
    public boolean holds(int number) {
        return contexts.length >= number;
    }

    @Override
    public void capacity(int events) {
        room.capacity(events);
    }

    @Override
    public long waiting() {
        long before = taken.get();
        return Math.max(0, lastPut() - before);
    }

    @Override
    public long taken() {
        return taken.get() + 1 - removed.get();
    }

    @Override
    public long lastPut() {
        return put.get() + putWithoutStack;
    }

    /** Closes lane by lane. */
    @Override
    public void close() {
        closed = true;
        for (Lane lane : lanes) {
            lane.closed(true);
        }
        room.wakeAll();
    }

    @Override
    public void reopen() {
        for (Lane lane : lanes) {
            lane.closed(false);
        }
        closed = false;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isDrained() {
        return closed && isEmpty();
    }

    /** Events whose lane is held move, too: what holds it releases an empty lane. */
    @Override
    public void drain(Worker taker, Consumer<Context> action) {
        for (Lane lane : lanes) {
            for (int content = lane.pop(); content != Lane.NONE; content = lane.pop()) {
                countRemoved();
                action.accept(contexts[content]);
            }
        }
    }

    private void countRemoved() {
        removed.incrementAndGet();
        taken.incrementAndGet();
    }

    @Override
    public void forEach(Consumer<Context> action) {
        for (Lane lane : lanes) {
            lane.forEach(context -> action.accept(contexts[context]));
        }
    }

    /** A lane may be held for long while events of others are taken. */
    @Override
    public boolean isStalled() {
        return waiting() > 0;
    }

    @Override
    public boolean hasOverdue(Predicate<Context> overdue) {
        for (Lane lane : lanes) {
            if (lane.anyMatch(context -> overdue.test(contexts[context]))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean contains(int context) {
        return hasOverdue(waiting -> waiting.index == context);
    }

    /** Whoever takes or removes an event has the monitor of its lane. */
    @Override
    public boolean removesWhileTaken() {
        return true;
    }

    @Override
    public void removeIf(Predicate<Context> condition, List<Context> found) {
        for (Lane lane : lanes) {
            lane.removeIf(context -> condition.test(contexts[context]), context -> {
                found.add(contexts[context]);
                countRemoved();
            });
        }
        if (room.isAwaited()) {
            room.freed(waiting());
        }
    }

    @Override
    public long[] takenOfLanes() {
        return Stream.of(lanes).mapToLong(Lane::taken).toArray();
    }
}
