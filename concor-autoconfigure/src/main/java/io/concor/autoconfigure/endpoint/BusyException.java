package io.concor.autoconfigure.endpoint;

import io.concor.ConcorException;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** An operation was not begun, because it takes a processor and others do the same. Nothing has changed. */
public final class BusyException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String error;

    private BusyException(int status, String error, ConcorException cause) {
        super(String.valueOf(cause.getMessage()), cause);
        this.status = status;
        this.error = error;
    }

    /** The operation has waited too long for those of other clients. */
    public static BusyException ofOthers(ConcorException cause) {
        return new BusyException(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE, "busy", cause);
    }

    /** The client has requested the operation too often. */
    public static BusyException ofBudget(ConcorException cause) {
        return new BusyException(WebEndpointResponse.STATUS_TOO_MANY_REQUESTS, "too many requests", cause);
    }

    int status() {
        return status;
    }

    /** Returns the kind of the error. */
    String error() {
        return error;
    }
}
