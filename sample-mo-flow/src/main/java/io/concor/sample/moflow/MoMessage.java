package io.concor.sample.moflow;

/**
 * A message inside the gateway.
 *
 * @param id unique, also across restarts
 * @param from the subscriber's number
 * @param to the short code
 * @param text what the subscriber wrote
 */
record MoMessage(String id, String from, String to, String text) {}
