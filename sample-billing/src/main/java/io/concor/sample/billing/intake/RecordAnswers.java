package io.concor.sample.billing.intake;

import io.concor.sample.billing.Outcome;
import io.concor.sample.billing.Outcome.Billed;
import io.concor.sample.billing.Outcome.Rejected;
import io.concor.sample.billing.Outcome.Repeated;
import io.concor.sample.support.Refusal;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Answers to the senders of records. */
final class RecordAnswers {

    /** What a sender does with a record that failed. */
    static final String NOT_KNOWN =
            "something failed, and it is not known whether the record is billed:" + " send it again with the same id";

    /** What a sender does with a record that was not let in. */
    static final String NOT_TAKEN = "too many records are inside, and it is not billed: send it again";

    private RecordAnswers() {}

    /** Returns the answer to one record: for its outcome or its error. */
    static ResponseEntity<?> of(@Nullable Outcome outcome, @Nullable Throwable error) {
        if (outcome instanceof Billed billed) {
            return ResponseEntity.created(
                            URI.create("/records/" + billed.event().id()))
                    .contentType(MediaType.APPLICATION_JSON)
                    .body(Receipt.of(billed));
        }
        if (outcome instanceof Repeated repeated) {
            return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(Receipt.of(repeated.event()));
        }
        if (outcome instanceof Rejected rejected) {
            return Refusal.answer(rejected.rejection().status(), null, rejected.reason());
        }
        return RecordIntake.isRefusal(error) ? Refusal.full() : notKnown();
    }

    /** Answers that a record may be billed or not. */
    static ResponseEntity<Refusal> notKnown() {
        return Refusal.answer(HttpStatus.INTERNAL_SERVER_ERROR, null, NOT_KNOWN);
    }
}
