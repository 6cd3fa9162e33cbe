package io.concor.queues.client;

/**
 * Ends a message that was received with a lease. Immutable.
 *
 * @param client who received it
 * @param queue the queue
 * @param id the message's
 * @param receipt the one that came with it
 */
public record EndRequest(String client, String queue, String id, String receipt) {}
