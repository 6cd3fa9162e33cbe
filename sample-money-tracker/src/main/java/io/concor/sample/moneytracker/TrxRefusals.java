package io.concor.sample.moneytracker;

import io.concor.RefusedException;
import io.concor.sample.support.Refusal;
import io.concor.sample.support.UnreadableMessageException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** Answers to clients whose transaction was not booked, or may not have been. */
final class TrxRefusals {

    private static final String NOT_KNOWN = "something failed, and it is not known whether the transaction is booked:"
            + " send it again with the same id";

    private TrxRefusals() {}

    /** Returns the answer for an error of the flow. */
    static ResponseEntity<Refusal> answer(Throwable error) {
        if (error instanceof UnreadableMessageException unreadable) {
            return Refusal.unreadable(unreadable);
        }
        if (error instanceof TrxRefusedException refused) {
            return Refusal.answer(status(refused.why()), null, String.valueOf(refused.getMessage()));
        }
        if (error instanceof RefusedException) {
            return Refusal.full();
        }
        return Refusal.answer(HttpStatus.INTERNAL_SERVER_ERROR, null, NOT_KNOWN);
    }

    private static HttpStatus status(TrxRefusedException.Cause cause) {
        return switch (cause) {
            case UNKNOWN_ACCOUNT -> HttpStatus.UNPROCESSABLE_CONTENT;
            case OVERDRAFT, BALANCE_TOO_LARGE, ID_TAKEN -> HttpStatus.CONFLICT;
        };
    }
}
