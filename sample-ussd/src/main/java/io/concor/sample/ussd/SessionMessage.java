package io.concor.sample.ussd;

/**
 * A message and the session that it belongs to.
 *
 * @param message the message
 * @param session its session
 */
record SessionMessage(UssdMessage message, Session session) {}
