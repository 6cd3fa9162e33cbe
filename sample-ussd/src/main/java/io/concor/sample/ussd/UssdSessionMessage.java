package io.concor.sample.ussd;

/**
 * A message and its session.
 *
 * @param message the message
 * @param session its session
 */
record UssdSessionMessage(UssdMessage message, UssdSession session) {}
