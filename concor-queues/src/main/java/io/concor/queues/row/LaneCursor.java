package io.concor.queues.row;

/**
 * From where, and how far, a lane is read.
 *
 * @param lane the lane
 * @param after only rows with greater ids; 0: from the beginning
 * @param limit how many rows at most, at least 1
 */
public record LaneCursor(int lane, long after, int limit) {}
