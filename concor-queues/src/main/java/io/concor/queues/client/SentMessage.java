package io.concor.queues.client;

/**
 * The answer to a message that was sent.
 *
 * @param id the message's
 * @param repeated whether a message of that id had been taken before, so that this one was not
 */
public record SentMessage(String id, boolean repeated) {}
