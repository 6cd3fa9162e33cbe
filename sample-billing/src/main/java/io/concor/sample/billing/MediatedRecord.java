package io.concor.sample.billing;

/**
 * A record in the form of the billing.
 *
 * @param submission the record as it was sent
 * @param call the call
 * @param charging how it is charged
 */
record MediatedRecord(Submission submission, CallRecord call, Charging charging) {}
