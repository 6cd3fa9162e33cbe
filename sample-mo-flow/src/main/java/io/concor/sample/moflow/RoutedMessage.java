package io.concor.sample.moflow;

/**
 * A message and the application that it goes to.
 *
 * @param message the message
 * @param session its session
 * @param application the application's name
 */
record RoutedMessage(MoMessage message, MoSession session, String application) {}
