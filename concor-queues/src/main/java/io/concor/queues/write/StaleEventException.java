package io.concor.queues.write;

import io.concor.queues.event.ClaimedEvent;
import java.util.List;

/** Events of a transaction are not this process's any more: others own their lanes, or they have ended. */
public final class StaleEventException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<ClaimedEvent> stale;
    private final boolean allGone;

    /**
     * @param stale those of which it is known; the others may be handled
     * @param allGone whether no row of them is there, though their lanes are this process's as they were
     */
    StaleEventException(String message, List<ClaimedEvent> stale, boolean allGone) {
        super(message);
        this.stale = stale;
        this.allGone = allGone;
    }

    /**
     * Returns whether no row of the events is there any more, though no other process has owned their lanes since they were handed
     * out: then a transaction of this process has ended them, as nothing else deletes what is in work.
     */
    public boolean allGone() {
        return allGone;
    }

    public List<ClaimedEvent> stale() {
        return stale;
    }
}
