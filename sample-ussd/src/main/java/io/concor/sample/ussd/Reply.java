package io.concor.sample.ussd;

/**
 * A page on its way to the subscriber.
 *
 * @param message the message to which it replies
 * @param page the page
 * @param ends whether the operator must end the session after it
 */
record Reply(UssdMessage message, String page, boolean ends) {}
