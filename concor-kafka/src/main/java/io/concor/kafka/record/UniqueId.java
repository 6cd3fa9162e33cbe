package io.concor.kafka.record;

/**
 * The id of a unique event that has ended.
 *
 * @param putAt when it was put, epoch milliseconds
 */
public record UniqueId(String id, long putAt) {}
