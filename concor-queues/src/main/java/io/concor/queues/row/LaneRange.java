package io.concor.queues.row;

/**
 * The last rows of a part of a lane.
 *
 * @param lane the lane
 * @param after only rows with greater ids
 * @param to the last id
 * @param limit how many rows at most, at least 1
 */
public record LaneRange(int lane, long after, long to, int limit) {}
