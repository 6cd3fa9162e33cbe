package io.concor;

import java.time.Duration;

/** Which error ends an event whose time is over: the flow's timeout, or that of a stop. */
final class Expiry {

    private final String flow;
    private final Duration timeout;
    private volatile boolean stopped;

    Expiry(String flow, Duration timeout) {
        this.flow = flow;
        this.timeout = timeout;
    }

    void stopped(boolean stopped) {
        this.stopped = stopped;
    }

    ConcorException error(String place) {
        return stopped ? new FlowStoppedException(flow, place) : new EventTimeoutException(flow, place, timeout);
    }
}
