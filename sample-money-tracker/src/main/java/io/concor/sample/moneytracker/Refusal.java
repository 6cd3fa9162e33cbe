package io.concor.sample.moneytracker;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.concor.RefusedException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * Why a transaction was not booked, or may not have been.
 *
 * @param error the status in words
 * @param field the field that is wrong, {@code body} for the message as a whole, or null when it is not the message
 * @param reason what is wrong
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Refusal(String error, @Nullable String field, String reason) {

    private static final String NOT_KNOWN =
            "something failed, and whether the transaction is booked is not known here: send it again with the same id";

    static ResponseEntity<Object> of(Throwable error) {
        if (error instanceof UnreadableTrxException unreadable) {
            return of(HttpStatus.BAD_REQUEST, unreadable.field(), unreadable.reason());
        }
        if (error instanceof TrxRefusedException refused) {
            return of(status(refused.why()), null, String.valueOf(refused.getMessage()));
        }
        if (error instanceof RefusedException || error instanceof NotTakenException) {
            return of(HttpStatus.SERVICE_UNAVAILABLE, null, "no more transactions are taken at present");
        }
        return of(HttpStatus.INTERNAL_SERVER_ERROR, null, NOT_KNOWN);
    }

    private static HttpStatus status(TrxRefusedException.Cause cause) {
        return switch (cause) {
            case UNKNOWN_ACCOUNT -> HttpStatus.UNPROCESSABLE_CONTENT;
            case OVERDRAFT, BALANCE_TOO_LARGE, ID_TAKEN -> HttpStatus.CONFLICT;
        };
    }

    /** Says why in JSON, whatever the client would rather read. */
    static ResponseEntity<Object> of(HttpStatus status, @Nullable String field, String reason) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(status).contentType(MediaType.APPLICATION_JSON);
        if (status.is5xxServerError()) {
            answer.header(HttpHeaders.RETRY_AFTER, "1");
        }
        return answer.body(new Refusal(status.getReasonPhrase(), field, reason));
    }
}
