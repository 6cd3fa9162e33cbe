package io.concor.queueserver.request;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * What came of a request. Immutable.
 *
 * @param status the status of its answer
 * @param body the body of its answer, or null
 * @param parking how the request waits if it may; null if it is answered now
 * @param failure why there is no result, or null
 */
record Result(
        HttpStatus status,
        @Nullable Object body,
        @Nullable Parking parking,
        @Nullable RuntimeException failure) {

    private static final Result NOTHING = new Result(HttpStatus.NO_CONTENT, null, null, null);

    static Result of(HttpStatus status, Object body) {
        return new Result(status, body, null, null);
    }

    /** Returns the result of something that is there now, whether it is new or not. */
    static Result there(boolean isNew, Object body) {
        return of(isNew ? HttpStatus.CREATED : HttpStatus.OK, body);
    }

    static Result nothing() {
        return NOTHING;
    }

    /** Returns that a request was refused, or failed. */
    static Result failed(RuntimeException failure) {
        return new Result(HttpStatus.INTERNAL_SERVER_ERROR, null, null, failure);
    }

    /** Returns the result of a receive that found nothing yet. */
    static Result nothingYet(Parking parking) {
        return new Result(HttpStatus.NO_CONTENT, null, parking, null);
    }
}
