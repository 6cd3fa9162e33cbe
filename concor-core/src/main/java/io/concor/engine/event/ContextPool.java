package io.concor.engine.event;

import java.util.BitSet;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The contexts of a flow: those of admitted events, and a reserve for events from stores, which is made when it is needed. */
public final class ContextPool extends FreeContexts {

    /** A context and the reference to it; with uncompressed references it is up to twice as much. */
    private static final long BYTES_OF_A_CONTEXT = 116;
    /** What a context has in addition in a flow that keeps messages. */
    private static final long BYTES_OF_RECOVERY_INPUTS = 24;

    private static final long BYTES_WITHOUT_CONTEXTS = 440;

    private final int reservable;
    private final boolean keepsMessages;
    /** The contexts of events that come from a store, or null as long as no slot had one. */
    private volatile @Nullable ContextReserve reserve;

    private volatile Runnable reservedGiven = () -> {};

    /** @param keepsMessages whether a recovery task, another attempt or a dead letter may need the message that failed */
    public ContextPool(int size, boolean keepsMessages) {
        this(size, 0, keepsMessages);
    }

    /**
     * @param size how many events may be admitted at once
     * @param reservable how many events from stores may be inside besides, once there is a {@linkplain #reserve() reserve}
     * @param keepsMessages whether a recovery task, another attempt or a dead letter may need the message that failed
     */
    public ContextPool(int size, int reservable, boolean keepsMessages) {
        super(
                IntStream.range(0, size)
                        .mapToObj(index -> new Context(index, keepsMessages))
                        .toArray(Context[]::new),
                0);
        this.reservable = reservable;
        this.keepsMessages = keepsMessages;
    }

    /**
     * Returns the memory that a pool of so many contexts takes before the first event.
     *
     * @param keepsMessages whether a recovery task, another attempt or a dead letter may need the message that failed
     */
    public static long bytes(int contexts, boolean keepsMessages) {
        long each = BYTES_OF_A_CONTEXT + (keepsMessages ? BYTES_OF_RECOVERY_INPUTS : 0);
        return each * contexts + cellBytes(contexts) + BYTES_WITHOUT_CONTEXTS;
    }

    @Override
    public synchronized void sample(LongPredicate next) {
        super.sample(next);
        ContextReserve present = reserve;
        if (present != null) {
            present.sample(next);
        }
    }

    /**
     * Makes the contexts of events from stores, unless they are there. They remain. Queues that were made before have no room for
     * them.
     */
    public synchronized void reserve() {
        if (reserve == null && reservable > 0) {
            reserve = ContextReserve.of(reservable, all, keepsMessages, sampling());
        }
    }

    /** Takes a context for an event that comes from a store; null if none is free. It is sampled by the same rule. */
    public @Nullable Context takeReserved() {
        ContextReserve present = reserve;
        return present == null ? null : present.take();
    }

    /** Returns a context that was {@linkplain #takeReserved taken} for an event of a store. */
    public void giveReserved(Context context) {
        Objects.requireNonNull(reserve).give(context);
        reservedGiven.run();
    }

    /** Has an action run each time after a context was {@linkplain #giveReserved returned}. */
    public void whenReservedIsGiven(Runnable action) {
        reservedGiven = action;
    }

    /** Returns how many contexts are free, or are being returned. */
    public long free() {
        return count();
    }

    /** Returns how many contexts are held: rather one too many than one too few. */
    public long held() {
        return heldOf(all.length) + heldOfReserve();
    }

    /** Returns how many of the held contexts are reserved ones. */
    public long heldOfReserve() {
        ContextReserve present = reserve;
        return present == null ? 0 : present.held();
    }

    /** Returns how many events were admitted. */
    public long admitted() {
        return position();
    }

    /** Returns how many contexts there are, reserved ones included. */
    public int size() {
        return all().length;
    }

    /** Returns how many contexts there may be. */
    public int mostContexts() {
        return all.length + reservable;
    }

    /** Returns how many events may be admitted at once. */
    public int admissible() {
        return all.length;
    }

    /**
     * Passes on each context that is held during the whole call, and perhaps others. The free ones are recognised by the
     * queue, which takes a small part of their memory, and not read: that takes longer, and their next owners would have to
     * fetch them from the processor that has read them.
     */
    public void forEachHeld(Consumer<Context> action) {
        BitSet free = new BitSet(size());
        addFree(free);
        ContextReserve present = reserve;
        if (present != null) {
            present.addFree(free);
        }
        Context[] every = present == null ? all : present.all;
        for (int index = free.nextClearBit(0); index < every.length; index = free.nextClearBit(index + 1)) {
            action.accept(every[index]);
        }
    }

    /** Returns all contexts, held and free, each at its index. */
    public Context[] all() {
        ContextReserve present = reserve;
        return present == null ? all : present.all;
    }

    /** Returns how many events ended with a value. Contexts that were never taken are not read. */
    public long completed() {
        long sum = 0;
        Context[] every = all();
        int taken = (int) Math.min(all.length, admitted());
        for (int i = 0; i < taken; i++) {
            sum += every[i].completed();
        }
        for (int i = all.length; i < every.length; i++) {
            sum += every[i].completed();
        }
        return sum;
    }
}
