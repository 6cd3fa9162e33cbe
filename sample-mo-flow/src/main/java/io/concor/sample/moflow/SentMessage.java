package io.concor.sample.moflow;

/**
 * A message that an application accepted.
 *
 * @param message the message
 * @param status the status of the application's answer
 */
record SentMessage(AtMessage message, int status) {}
