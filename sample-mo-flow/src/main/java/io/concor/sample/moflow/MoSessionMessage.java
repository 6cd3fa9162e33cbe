package io.concor.sample.moflow;

/**
 * A message and the session that it belongs to.
 *
 * @param message the message
 * @param session its session
 */
record MoSessionMessage(MoMessage message, MoSession session) {}
