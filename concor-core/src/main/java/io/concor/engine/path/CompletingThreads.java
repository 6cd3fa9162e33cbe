package io.concor.engine.path;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The threads that complete futures of a flow just now, so perhaps run code that depends on results. Thread-safe.
 *
 * <p>A completion takes a place in a table and leaves it, without allocation. A thread whose dependent code completes further
 * futures has a place for each. When the table is full, a larger one is added.
 */
public final class CompletingThreads {

    /** A power of two. */
    private static final int FIRST_PLACES = 64;
    /** 2^64 divided by the golden ratio: threads with successive identifiers get places far from each other. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final AtomicReferenceArray<@Nullable Thread> threads;
    /** At each place, the index of the context that the event had. */
    private final AtomicIntegerArray contexts;

    private volatile @Nullable CompletingThreads more;

    CompletingThreads() {
        this(FIRST_PLACES);
    }

    private CompletingThreads(int places) {
        this.threads = new AtomicReferenceArray<>(places);
        this.contexts = new AtomicIntegerArray(places);
    }

    /**
     * The calling thread is about to complete the future of an event that has left its context.
     *
     * @return the place, to be passed to {@link #end}
     * @throws OutOfMemoryError if there is no place and no memory for another
     */
    int begin(int context) {
        Thread caller = Thread.currentThread();
        int places = threads.length();
        int first = (int) (caller.getId() * SPREAD >>> Integer.SIZE);
        for (int i = 0; i < places; i++) {
            int place = (first + i) & (places - 1);
            if (threads.getOpaque(place) == null && threads.compareAndSet(place, null, caller)) {
                contexts.setOpaque(place, context);
                return place;
            }
        }
        return places + larger().begin(context);
    }

    private CompletingThreads larger() {
        CompletingThreads present = more;
        return present == null ? enlarge() : present;
    }

    private synchronized CompletingThreads enlarge() {
        CompletingThreads present = more;
        if (present == null) {
            present = new CompletingThreads(2 * threads.length());
            more = present;
        }
        return present;
    }

    /** The future at a place is complete, and what depends on it has run. */
    void end(int place) {
        if (place < threads.length()) {
            threads.setRelease(place, null);
        } else {
            larger().end(place - threads.length());
        }
    }

    /** Returns how many futures a thread completes. Any thread may call it, as the next. */
    public int count(Thread thread) {
        int[] count = {0};
        forEachContext(thread, context -> count[0]++);
        return count[0];
    }

    /** Returns the indexes of the contexts that the events of these futures had. */
    public BitSet contexts(Thread thread) {
        BitSet indexes = new BitSet();
        forEachContext(thread, indexes::set);
        return indexes;
    }

    private void forEachContext(Thread thread, IntConsumer action) {
        for (int place = 0; place < threads.length(); place++) {
            if (threads.getAcquire(place) == thread) {
                action.accept(contexts.getOpaque(place));
            }
        }
        CompletingThreads others = more;
        if (others != null) {
            others.forEachContext(thread, action);
        }
    }

    /** Returns all of them. */
    public Stream<Thread> all() {
        CompletingThreads others = more;
        return Stream.concat(
                IntStream.range(0, threads.length())
                        .mapToObj(threads::getAcquire)
                        .flatMap(Stream::ofNullable),
                others == null ? Stream.empty() : others.all());
    }
}
