package io.concor.queues.write;

import io.concor.queues.event.ClaimedEvent;
import java.util.List;

/** Events of a transaction are not this process's any more: others own their lanes, or they have ended. */
public final class StaleEventException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<ClaimedEvent> stale;

    /**
     * @param stale those of which it is known; the others may be handled
     */
    StaleEventException(String message, List<ClaimedEvent> stale) {
        super(message);
        this.stale = stale;
    }

    public List<ClaimedEvent> stale() {
        return stale;
    }
}
