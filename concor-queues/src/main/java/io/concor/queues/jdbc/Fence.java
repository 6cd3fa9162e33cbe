package io.concor.queues.jdbc;

/**
 * What the end of a batch has found.
 *
 * @param deleted how many of its rows were there
 * @param held how many of its lanes have the epochs under which the caller owns them, and keep them until the end of the
 *     transaction
 */
public record Fence(int deleted, int held) {}
