package io.concor.simulator.load;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Decides the outcome of each request once: by its response or its callback, a failure or a timeout. Thread-safe. */
final class RequestTracker {

    private static final int FIRST_ERROR_STATUS = 400;

    private final InFlightRequests inFlight;
    private final Runnable unknownCallback;
    private final boolean completedByResponse;

    /** Requests that their callback completed before their response arrived. They still occupy a connection. */
    private final Set<LoadRequest> completedWithoutResponse = ConcurrentHashMap.newKeySet();

    /**
     * Creates a tracker.
     *
     * @param inFlight the requests whose outcome is not known yet
     * @param unknownCallback runs for each callback that belongs to none of them
     * @param completedByResponse whether a response completes a request; otherwise a callback does
     */
    RequestTracker(InFlightRequests inFlight, Runnable unknownCallback, boolean completedByResponse) {
        this.inFlight = inFlight;
        this.unknownCallback = unknownCallback;
        this.completedByResponse = completedByResponse;
    }

    void responded(LoadRequest request, int status) {
        releaseConnection(request);
        if (status >= FIRST_ERROR_STATUS) {
            fail(request, "status " + status);
        } else if (completedByResponse) {
            complete(inFlight.remove(request.id()));
        }
    }

    void failed(LoadRequest request, String reason) {
        releaseConnection(request);
        fail(request, reason);
    }

    void callbackReceived(long id) {
        LoadRequest request = inFlight.remove(id);
        if (request == null) {
            unknownCallback.run();
            return;
        }
        if (request.awaitsResponse()) {
            completedWithoutResponse.add(request);
        }
        complete(request);
    }

    /** Fails the requests that were due before the given time, and closes their connections. */
    void expire(long dueBeforeNanos) {
        expire(inFlight.all(), dueBeforeNanos);
        expire(completedWithoutResponse, dueBeforeNanos);
    }

    private void expire(Iterable<LoadRequest> requests, long dueBeforeNanos) {
        for (LoadRequest request : requests) {
            if (request.dueNanos() - dueBeforeNanos < 0) {
                fail(request, "timeout");
                completedWithoutResponse.remove(request);
                request.abort();
            }
        }
    }

    private void fail(LoadRequest request, String reason) {
        if (inFlight.remove(request.id()) != null) {
            request.recorder().failed(reason);
        }
    }

    private void releaseConnection(LoadRequest request) {
        request.markResponded();
        completedWithoutResponse.remove(request);
    }

    private static void complete(@Nullable LoadRequest request) {
        if (request != null) {
            request.recorder().completed(request);
        }
    }
}
