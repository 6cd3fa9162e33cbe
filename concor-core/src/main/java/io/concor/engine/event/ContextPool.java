package io.concor.engine.event;

import java.util.BitSet;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of a flow: the queue of the free ones. The number of takes is the number of the event, so sampling is
 * decided here and needs no counter of its own. The pool extends the queue instead of having one, because each
 * reference to follow between two atomic operations costs a nanosecond per event.
 */
public final class ContextPool extends IndexQueue {

    /** A context and the reference to it; with uncompressed references it is up to twice as much. */
    private static final long BYTES_OF_A_CONTEXT = 116;
    /** What a context has in addition in a flow that keeps messages. */
    private static final long BYTES_OF_RECOVERY_INPUTS = 24;

    private static final long BYTES_WITHOUT_CONTEXTS = 440;

    private final Context[] all;
    /** How many of them are for events that are admitted. */
    private final int admissible;
    /** Those for events that come from a store, or null if there are none. */
    private final @Nullable ContextReserve reserve;

    private volatile LongPredicate sampling = event -> false;

    /** @param keepsMessages whether a recovery task, another attempt or a dead letter may need the message that failed */
    public ContextPool(int size, boolean keepsMessages) {
        this(size, 0, keepsMessages);
    }

    /**
     * @param size how many events may be admitted at once
     * @param reserved how many events from stores may be inside besides
     * @param keepsMessages whether a recovery task, another attempt or a dead letter may need the message that failed
     */
    public ContextPool(int size, int reserved, boolean keepsMessages) {
        super(size);
        this.admissible = size;
        this.all = IntStream.range(0, size + reserved)
                .mapToObj(index -> new Context(index, keepsMessages))
                .toArray(Context[]::new);
        this.reserve = reserved == 0 ? null : new ContextReserve(all, size);
        for (int i = 0; i < size; i++) {
            give(all[i]);
        }
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

    /** Sets which events are sampled from now on. */
    public void sample(LongPredicate next) {
        sampling = next;
    }

    /** Takes a context and decides whether its event is sampled. Returns null if none is free. */
    public @Nullable Context take() {
        while (true) {
            long position = position();
            int content = peek(position);
            if (content == NOT_YET) {
                boolean oneIsGivenBackJustNow = awaitPublication();
                if (!oneIsGivenBackJustNow && position() == position) {
                    return null;
                }
            } else if (take(position)) {
                Context context = all[content];
                context.sampled(sampling.test(position));
                return context;
            }
        }
    }

    /** Takes a context for an event that comes from a store; null if none is free. It is sampled by the same rule. */
    public @Nullable Context takeReserved() {
        return reserve == null ? null : reserve.take(sampling);
    }

    /** Returns a context. The next owner sees what the last one wrote. */
    public void give(Context context) {
        put(context.index);
    }

    /** Returns a context that was {@linkplain #takeReserved taken} for an event of a store. */
    public void giveReserved(Context context) {
        Objects.requireNonNull(reserve).give(context);
    }

    /** Returns how many contexts are free, or are being returned. */
    public long free() {
        return count();
    }

    /**
     * Returns how many contexts are held: rather one too many than one too few, because a flow that looks empty stops.
     * Returns are read first, so a context that is taken and returned meanwhile does not count as free.
     */
    public long held() {
        long given = lastPut();
        return Math.min(admissible, admissible - (given - lastTaken())) + heldOfReserve();
    }

    /** Returns how many of the held contexts are reserved ones. */
    public long heldOfReserve() {
        return reserve == null ? 0 : reserve.held();
    }

    /** Returns how many events were admitted. */
    public long admitted() {
        return position();
    }

    /** Returns how many contexts there are, reserved ones included. */
    public int size() {
        return all.length;
    }

    /** Returns how many events may be admitted at once. */
    public int admissible() {
        return admissible;
    }

    /**
     * Passes on each context that is held during the whole call, and perhaps others. The free ones are recognised by the
     * queue, which takes a small part of their memory, and not read: that takes longer, and their next owners would have to
     * fetch them from the processor that has read them.
     */
    public void forEachHeld(Consumer<Context> action) {
        BitSet free = freeBetween(position(), lastPut());
        if (reserve != null) {
            reserve.addFree(free);
        }
        for (int index = free.nextClearBit(0); index < all.length; index = free.nextClearBit(index + 1)) {
            action.accept(all[index]);
        }
    }

    private BitSet freeBetween(long first, long last) {
        BitSet free = new BitSet(all.length);
        for (long position = first; position <= last; position++) {
            int index = peek(position);
            if (index >= 0) {
                free.set(index);
            }
        }
        return free;
    }

    /** Returns all contexts, held and free, each at its index. */
    public Context[] all() {
        return all;
    }

    /** Returns how many events ended with a value. Contexts that were never taken are not read. */
    public long completed() {
        long sum = 0;
        int taken = (int) Math.min(admissible, admitted());
        for (int i = 0; i < taken; i++) {
            sum += all[i].completed();
        }
        for (int i = admissible; i < all.length; i++) {
            sum += all[i].completed();
        }
        return sum;
    }
}
