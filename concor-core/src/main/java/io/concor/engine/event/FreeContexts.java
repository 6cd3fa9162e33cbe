package io.concor.engine.event;

import java.util.BitSet;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The free ones of some contexts of a flow. The number of takes is the number of the event, so sampling is decided here and needs
 * no counter of its own. It extends the queue instead of having one, because each reference to follow between two atomic
 * operations costs a nanosecond per event.
 */
class FreeContexts extends IndexQueue {

    /** Those of the flow, each at its index, as far as they are known here. */
    final Context[] all;

    private volatile LongPredicate sampling = event -> false;

    /** @param first the index of the first of all that is one of these; all after it are, too, and are free */
    FreeContexts(Context[] all, int first) {
        super(all.length - first);
        this.all = all;
        for (int i = first; i < all.length; i++) {
            put(i);
        }
    }

    /** Sets which events are sampled from now on. */
    public void sample(LongPredicate next) {
        sampling = next;
    }

    final LongPredicate sampling() {
        return sampling;
    }

    /** Takes a context and decides whether its event is sampled. Returns null if none is free. */
    public final @Nullable Context take() {
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

    /** Returns a context. The next owner sees what the last one wrote. */
    public final void give(Context context) {
        put(context.index);
    }

    /**
     * Returns how many of so many contexts are held: rather one too many than one too few, because a flow that looks empty stops.
     * Returns are read first, so a context that is taken and returned meanwhile does not count as free.
     */
    final long heldOf(int contexts) {
        long given = lastPut();
        return Math.min(contexts, contexts - (given - lastTaken()));
    }

    /** Adds the indexes of the free ones. */
    final void addFree(BitSet free) {
        long last = lastPut();
        for (long position = position(); position <= last; position++) {
            int content = peek(position);
            if (content >= 0) {
                free.set(content);
            }
        }
    }
}
