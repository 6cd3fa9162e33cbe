package io.concor.sample.moflow;

/**
 * A message as a mobile operator sends it.
 *
 * @param msisdn the subscriber's number, digits only, with the country code
 * @param shortCode the number that the subscriber wrote to
 * @param message what the subscriber wrote
 */
record IncomingMessage(String msisdn, String shortCode, String message) {}
