package io.concor.sample.billing;

import org.springframework.http.HttpStatus;

/** Why a record is rejected. */
public enum Rejection {
    /** The record breaks a rule of its format. */
    UNREADABLE(HttpStatus.BAD_REQUEST),
    /** No account has the line of the caller. */
    UNKNOWN_LINE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** The product of the account has no price for the called number. */
    NO_TARIFF(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Another call was billed under the id. */
    ID_TAKEN(HttpStatus.CONFLICT);

    private final HttpStatus status;

    Rejection(HttpStatus status) {
        this.status = status;
    }

    /** Returns the status of an answer to the sender. */
    public HttpStatus status() {
        return status;
    }
}
