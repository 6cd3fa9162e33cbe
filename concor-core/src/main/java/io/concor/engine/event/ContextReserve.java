package io.concor.engine.event;

import java.util.BitSet;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of events that come from stores. Apart from those of admitted events: callers that wait for a store to take
 * their events hold contexts, and if they held all of them, no event could leave the store to make room.
 */
final class ContextReserve extends IndexQueue {

    private final Context[] all;
    private final int first;

    /** @param first the index of the first context that is reserved; all after it are, too */
    ContextReserve(Context[] all, int first) {
        super(all.length - first);
        this.all = all;
        this.first = first;
        for (int i = first; i < all.length; i++) {
            put(i - first);
        }
    }

    @Nullable
    Context take(LongPredicate sampling) {
        while (true) {
            long position = position();
            int content = peek(position);
            if (content == NOT_YET) {
                boolean oneIsGivenBackJustNow = awaitPublication();
                if (!oneIsGivenBackJustNow && position() == position) {
                    return null;
                }
            } else if (take(position)) {
                Context context = all[first + content];
                context.sampled(sampling.test(position));
                return context;
            }
        }
    }

    void give(Context context) {
        put(context.index - first);
    }

    /** Returns how many contexts are held, rather one too many than one too few: as {@link ContextPool#held}. */
    long held() {
        int size = all.length - first;
        long given = lastPut();
        return Math.min(size, size - (given - lastTaken()));
    }

    /** Adds the indexes of the free contexts. */
    void addFree(BitSet free) {
        long last = lastPut();
        for (long position = position(); position <= last; position++) {
            int content = peek(position);
            if (content >= 0) {
                free.set(first + content);
            }
        }
    }
}
