package io.concor.sample.moflow;

/**
 * A message and its application.
 *
 * @param message the message
 * @param session its session
 * @param application the name of the application
 */
record RoutedMessage(MoMessage message, MoSession session, String application) {}
