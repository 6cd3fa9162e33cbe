package io.concor.engine.event;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many of the reserved contexts the events of one stored slot may have: a few of its own, and any of those that are common to all.
 * An event may wait, with its context, for room in the store of a later slot, which needs contexts to make room. Thread-safe.
 */
public final class ContextShare {

    private final AtomicInteger own;
    private final AtomicInteger common;
    /** How many are taken of those that are common. */
    private final AtomicInteger borrowed = new AtomicInteger();

    /**
     * @param own how many contexts no other slot may have
     * @param common how many are free of those that all may have
     */
    public ContextShare(int own, AtomicInteger common) {
        this.own = new AtomicInteger(own);
        this.common = common;
    }

    /** Takes the right to one context. Returns false if there is none at present. */
    public boolean take() {
        if (takeOne(own)) {
            return true;
        }
        boolean taken = takeOne(common);
        if (taken) {
            borrowed.incrementAndGet();
        }
        return taken;
    }

    /** Gives the right to one context back. Returns whether another slot may take it. */
    public boolean give() {
        boolean toAll = takeOne(borrowed);
        (toAll ? common : own).incrementAndGet();
        return toAll;
    }

    private static boolean takeOne(AtomicInteger from) {
        return from.getAndUpdate(present -> Math.max(0, present - 1)) > 0;
    }
}
