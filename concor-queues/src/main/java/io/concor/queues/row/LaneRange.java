package io.concor.queues.row;

/**
 * A part of a lane.
 *
 * @param lane the lane
 * @param after only rows with greater ids
 * @param to the last id
 */
public record LaneRange(int lane, long after, long to) {}
