package io.concor.sample.billing;

/**
 * A record that counts in the running balance of its account.
 *
 * @param submission the record as it was sent
 * @param event the call and its price
 * @param balance the running balance after the record, in hundredths of a cent
 */
record ChargedRecord(Submission submission, CostedEvent event, long balance) {}
