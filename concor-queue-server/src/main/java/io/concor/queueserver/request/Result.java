package io.concor.queueserver.request;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** What came of a request. Immutable. */
sealed interface Result {

    /**
     * It was served.
     *
     * @param status the status of its answer
     * @param body the body of its answer, or null
     */
    record Served(HttpStatus status, @Nullable Object body) implements Result {}

    /**
     * A receive found nothing yet.
     *
     * @param parking how it waits
     */
    record NotYet(Parking parking) implements Result {}

    /**
     * It was refused, or failed.
     *
     * @param failure the reason
     */
    record Failed(RuntimeException failure) implements Result {}

    static Result of(HttpStatus status, Object body) {
        return new Served(status, body);
    }

    /** Returns the result of something that is there now, whether it is new or not. */
    static Result there(boolean isNew, Object body) {
        return of(isNew ? HttpStatus.CREATED : HttpStatus.OK, body);
    }

    static Result nothing() {
        return new Served(HttpStatus.NO_CONTENT, null);
    }

    static Result failed(RuntimeException failure) {
        return new Failed(failure);
    }

    static Result nothingYet(Parking parking) {
        return new NotYet(parking);
    }
}
