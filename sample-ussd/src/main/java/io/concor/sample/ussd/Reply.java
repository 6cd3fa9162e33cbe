package io.concor.sample.ussd;

/**
 * A page on its way to the subscriber.
 *
 * @param message what it replies to
 * @param page what is shown
 * @param ends whether the operator is to end the session with it
 */
record Reply(UssdMessage message, String page, boolean ends) {}
