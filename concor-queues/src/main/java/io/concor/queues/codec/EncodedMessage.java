package io.concor.queues.codec;

/**
 * A message as a store keeps it.
 *
 * @param type the logical name of its type, not a class name
 * @param version the version of that type, at least 1
 * @param body what the codec wrote; not copied, and not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared by no one
public record EncodedMessage(String type, int version, byte[] body) {}
