package io.concor.sample.ussd;

/**
 * A page on its way to the subscriber.
 *
 * @param message what it replies to
 * @param page what is shown
 * @param ends whether the session ends with it
 */
record Reply(UssdMessage message, String page, boolean ends) {}
