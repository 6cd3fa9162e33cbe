package io.concor.sample.ussd;

/**
 * A reply that the operator accepted.
 *
 * @param reply the reply
 * @param status the status of the operator's answer
 */
record SentReply(Reply reply, int status) {}
