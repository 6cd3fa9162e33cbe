package io.concor.sample.moflow;

import java.net.URI;

/**
 * A message and the endpoint that it goes to.
 *
 * @param routed the message, its session and application
 * @param endpoint the chosen address of the application
 */
record AddressedMessage(RoutedMessage routed, URI endpoint) {}
