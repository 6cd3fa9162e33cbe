package io.concor.queues.client.jdbc;

import io.concor.queues.client.MessageToSend;

/**
 * A message that was checked.
 *
 * @param message the message
 * @param content its content in UTF-8
 * @param length characters of the content
 */
record OutgoingMessage(MessageToSend message, byte[] content, int length) {}
