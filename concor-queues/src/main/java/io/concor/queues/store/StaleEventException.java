package io.concor.queues.store;

import java.util.List;

/** Events of a transaction are not this process's any more: others own their lanes, or they have ended. */
final class StaleEventException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<ClaimedEvent> stale;

    /**
     * @param stale those of which it is known; the others may be handled
     */
    StaleEventException(String message, List<ClaimedEvent> stale) {
        super(message);
        this.stale = stale;
    }

    List<ClaimedEvent> stale() {
        return stale;
    }
}
