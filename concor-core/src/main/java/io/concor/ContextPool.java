package io.concor;

import com.lmax.disruptor.Sequence;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The free contexts of a flow, and thereby its admission: who holds a context is inside. A bounded queue for many takers
 * and givers with a turn number at each cell, after D. Vyukov, "Bounded MPMC queue" (2010). As there are fewer contexts
 * than cells, giving back never meets a full queue and claims its cell by addition.
 *
 * <p>The number of takes is the number of the event, so that sampling needs no counter of its own.
 */
final class ContextPool {

    private final Context[] all;
    private final @Nullable Context[] cells;
    private final AtomicLongArray turns;
    private final int mask;
    /** How many contexts were taken, ever. */
    private final Sequence taken = new Sequence(0);
    /** How many contexts were given, ever, the first filling included. */
    private final Sequence given = new Sequence(0);

    ContextPool(int size) {
        int capacity = Integer.highestOneBit(size) << 2;
        this.mask = capacity - 1;
        this.all = new Context[size];
        this.cells = new Context[capacity];
        this.turns = new AtomicLongArray(capacity);
        for (int i = 0; i < capacity; i++) {
            turns.setPlain(i, i);
        }
        for (int i = 0; i < size; i++) {
            all[i] = new Context();
            give(all[i]);
        }
    }

    /** Takes a context and numbers its event, or returns null where none is free. */
    @Nullable
    Context take() {
        while (true) {
            long position = taken.get();
            int cell = (int) position & mask;
            long turn = turns.getAcquire(cell);
            if (turn == position + 1) {
                if (taken.compareAndSet(position, position + 1)) {
                    return leave(cell, position);
                }
            } else if (taken.get() == position && given.get() <= position) {
                return null;
            }
            Thread.onSpinWait();
        }
    }

    private @Nullable Context leave(int cell, long position) {
        Context context = cells[cell];
        if (context != null) {
            context.number = position;
        }
        turns.setRelease(cell, position + mask + 1);
        return context;
    }

    /** Gives a context back. What its owner wrote is seen by who takes it next. */
    void give(Context context) {
        long position = given.getAndAdd(1);
        int cell = (int) position & mask;
        while (turns.getAcquire(cell) != position) {
            Thread.onSpinWait(); // who took from this cell one round ago has not left it yet
        }
        cells[cell] = context;
        turns.setRelease(cell, position + 1);
    }

    /** Whether a context is free, or is being given back just now. */
    boolean hasFree() {
        return given.get() > taken.get();
    }

    /** How many contexts are held. */
    long held() {
        long before = taken.get();
        return Math.max(0, Math.min(all.length, all.length - (given.get() - before)));
    }

    int size() {
        return all.length;
    }

    /** Every context, held or free. */
    Context[] all() {
        return all;
    }

    long sum(ToLongFunction<Context> counter) {
        long sum = 0;
        for (Context context : all) {
            sum += counter.applyAsLong(context);
        }
        return sum;
    }
}
