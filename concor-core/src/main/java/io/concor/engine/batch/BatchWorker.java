package io.concor.engine.batch;

import io.concor.engine.event.Context;
import io.concor.engine.event.FieldHandle;
import io.concor.engine.event.PoolState;
import io.concor.engine.pool.Worker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** A worker that has several events at once. Its own thread changes it; any thread may ask where its events are. */
public class BatchWorker extends Worker {

    private static final int FIRST_CAPACITY = 16;
    private static final VarHandle SIZE = FieldHandle.of(MethodHandles.lookup(), "size", int.class);
    private static final VarHandle PRESENT = FieldHandle.of(MethodHandles.lookup(), "present", int.class);

    private final int slot;
    /** How many events a batch may have, whatever its slot wants. */
    private final int most;
    /** The events of the batch, in the order in which they were taken; null where one has been given away. */
    private volatile @Nullable Context[] events = new Context[FIRST_CAPACITY];

    private int size;
    /** The position of the event that runs alone, or -1 before. */
    @SuppressWarnings("FieldMayBeFinal") // by PRESENT
    private int present = -1;
    /** Whether it takes further events. */
    private volatile boolean collecting;

    private boolean unclean;
    private int limit;
    private long behind;
    private long gatheringNanos;

    /** The events of the batch for which the task is called. */
    private @Nullable Context[] called = new Context[FIRST_CAPACITY];

    private int calledSize;
    /** Whether those have their results or errors. */
    private boolean callDone;
    /** Receives the results of a call, and is empty between two. */
    private @Nullable Object[] results = new Object[FIRST_CAPACITY];

    /** @param most how many events a batch of this worker may have, whatever its slot wants */
    public BatchWorker(PoolState state, boolean alone, int slot, int most) {
        super(state, alone);
        this.slot = slot;
        this.most = most;
    }

    int most() {
        return most;
    }

    /** Begins a batch of a number of events at most. From now on it looks what its pool wants before it takes another one. */
    void begin(Context first, int limit) {
        this.limit = limit;
        at(NOWHERE);
        add(first);
        collecting = true;
    }

    void add(Context event) {
        int at = size;
        events[at] = event;
        SIZE.setRelease(this, at + 1);
    }

    /** Makes room for one more event. Returns false if there is no memory for it: then the batch is as large as it can be. */
    boolean hasRoom() {
        return size < called.length || grow();
    }

    private boolean grow() {
        try {
            @Nullable Context[] more = Arrays.copyOf(events, 2 * size);
            called = Arrays.copyOf(called, 2 * size);
            events = more;
            return true;
        } catch (OutOfMemoryError noMemory) {
            return false;
        }
    }

    /** The batch is complete. */
    void collected() {
        collecting = false;
    }

    public int size() {
        return size;
    }

    /**
     * Notes how the batch came about.
     *
     * @param behind how many events waited when it was complete
     * @param gatheringNanos within which time its events have arrived, if none was left behind before
     */
    void gathered(long behind, long gatheringNanos) {
        this.behind = behind;
        this.gatheringNanos = gatheringNanos;
    }

    /** Returns how many events the batch might have. */
    int limit() {
        return limit;
    }

    long behind() {
        return behind;
    }

    long gatheringNanos() {
        return gatheringNanos;
    }

    public Context event(int i) {
        return given(events[i]);
    }

    private static Context given(@Nullable Context event) {
        if (event == null) {
            throw new IllegalStateException("the event was given away");
        }
        return event;
    }

    /** Whether the task is to be called for an event that has waited in the slot. */
    public boolean isForTask(Context event) {
        return event.error == null && event.resumeAt(slot) == slot;
    }

    /** The task will be called for an event. */
    public void call(Context event) {
        called[calledSize++] = event;
    }

    public int calledSize() {
        return calledSize;
    }

    public Context called(int i) {
        return given(called[i]);
    }

    /** The events for which the task was to be called have their results or errors. */
    public void callDone() {
        callDone = true;
    }

    public boolean isCallDone() {
        return callDone;
    }

    /** Whether the task was called for the event after those counted. */
    public boolean wasCalled(Context event, int before) {
        return before < calledSize && called[before] == event;
    }

    /** Returns an array that is large enough for the results of a call. */
    public @Nullable Object[] results(int size) {
        if (results.length < size) {
            results = new Object[called.length];
        }
        return results;
    }

    /** The results of a call have been given to their events, which alone keep them. */
    public void forgetResults(int size) {
        Arrays.fill(results, 0, Math.min(size, results.length), null);
    }

    /** An event leaves the batch: it runs alone, to the next slot or its end. */
    public void proceed(int i) {
        PRESENT.setOpaque(this, i);
    }

    /** The event that ran alone is gone. */
    public void gone(int i) {
        events[i] = null;
    }

    /** What the task was called for has been given away, or will be called again. */
    public void endCall() {
        Arrays.fill(called, 0, calledSize, null);
        calledSize = 0;
        callDone = false;
    }

    /** The batch is done. */
    public void end(int handled) {
        SIZE.setRelease(this, 0);
        PRESENT.setOpaque(this, -1);
        endCall();
        Arrays.fill(events, 0, handled, null);
    }

    /** Those that have not run alone yet are at the batch component. */
    @Override
    public void locate(int[] componentOfContext, BitSet left) {
        @Nullable Context[] all = events;
        int alone = (int) PRESENT.getOpaque(this);
        int last = Math.min((int) SIZE.getAcquire(this), all.length);
        for (int i = Math.max(0, alone); i < last; i++) {
            Context event = all[i];
            if (event != null && !left.get(event.index)) {
                componentOfContext[event.index] = i == alone && component() != NOWHERE ? component() : slot;
            }
        }
    }

    @Override
    public void collectEvents(BitSet indexes) {
        @Nullable Context[] all = events;
        int last = Math.min((int) SIZE.getAcquire(this), all.length);
        for (int i = Math.max(0, (int) PRESENT.getOpaque(this)); i < last; i++) {
            Context event = all[i];
            if (event != null) {
                indexes.set(event.index);
            }
        }
    }

    /** The other events of the batch must not see what is left on the thread. */
    @Override
    public void threadIsUnclean() {
        super.threadIsUnclean();
        unclean = true;
    }

    public boolean isUnclean() {
        return unclean;
    }

    /** While it takes further events, it may have looked what its pool wants and be about to take one. */
    @Override
    public boolean takesNothing(IntPredicate waits) {
        return isQuiescent() || (!collecting && super.takesNothing(waits));
    }
}
