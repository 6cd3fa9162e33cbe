package io.concor.sample.ussd;

/**
 * A message and the session that it belongs to.
 *
 * @param message the message
 * @param session its session
 */
record UssdSessionMessage(UssdMessage message, UssdSession session) {}
