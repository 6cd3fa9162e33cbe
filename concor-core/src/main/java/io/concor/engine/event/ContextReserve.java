package io.concor.engine.event;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * The contexts of events that come from stores. Apart from those of admitted events: callers that wait for a store to take
 * their events hold contexts, and if they held all of them, no event could leave the store to make room.
 */
final class ContextReserve extends FreeContexts {

    private final int size;

    private ContextReserve(Context[] all, int size) {
        super(all, all.length - size);
        this.size = size;
    }

    /** Returns a reserve of new contexts behind others. */
    static ContextReserve of(int size, Context[] others, boolean keepsMessages, LongPredicate sampling) {
        Context[] all = Arrays.copyOf(others, others.length + size);
        for (int i = others.length; i < all.length; i++) {
            all[i] = new Context(i, keepsMessages);
        }
        ContextReserve reserve = new ContextReserve(all, size);
        reserve.sample(sampling);
        return reserve;
    }

    long held() {
        return heldOf(size);
    }
}
