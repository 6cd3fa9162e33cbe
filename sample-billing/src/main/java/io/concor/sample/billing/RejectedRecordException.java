package io.concor.sample.billing;

/** A task rejects a record. The event skips the remaining tasks up to {@link Rejects}. */
class RejectedRecordException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Submission submission;
    private final Rejection rejection;
    private final String reason;

    RejectedRecordException(Submission submission, Rejection rejection, String reason) {
        super(reason, null, false, false); // an answer to a sender needs no stack trace
        this.submission = submission;
        this.rejection = rejection;
        this.reason = reason;
    }

    Submission submission() {
        return submission;
    }

    Outcome.Rejected outcome() {
        return new Outcome.Rejected(rejection, reason);
    }
}
