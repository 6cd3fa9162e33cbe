package io.concor.sample.billing;

/** What has become of a record that did not fail. */
public sealed interface Outcome {

    /**
     * The record is billed.
     *
     * @param event the call and its price
     * @param balance the running balance of the account after the record, in hundredths of a cent
     */
    record Billed(CostedEvent event, long balance) implements Outcome {}

    /**
     * The record was billed before.
     *
     * @param event what was billed
     */
    record Repeated(CostedEvent event) implements Outcome {}

    /**
     * The record is not billed, and stands in the table of rejected records.
     *
     * @param rejection why
     * @param reason why, in words
     */
    record Rejected(Rejection rejection, String reason) implements Outcome {}
}
