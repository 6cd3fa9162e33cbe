package io.concor.sample.billing;

/**
 * A record that has an account and a price.
 *
 * @param submission the record as it was sent
 * @param event the call and its price
 */
record RatedRecord(Submission submission, CostedEvent event) {}
