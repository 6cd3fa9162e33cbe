package io.concor.sample.moflow;

/**
 * A message and its session.
 *
 * @param message the message
 * @param session its session
 */
record MoSessionMessage(MoMessage message, MoSession session) {}
