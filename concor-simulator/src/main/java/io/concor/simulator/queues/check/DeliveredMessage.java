package io.concor.simulator.queues.check;

/**
 * A message as the server delivers it. A field that is absent, or is not a text, is empty.
 *
 * @param id its id
 * @param from the client that sent it
 * @param to the client that it was sent to
 * @param content its text
 * @param receipt ends its lease
 */
public record DeliveredMessage(String id, String from, String to, String content, String receipt) {}
