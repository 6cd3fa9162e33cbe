package io.concor.queues.row;

/**
 * A lane that is owned under an epoch.
 *
 * @param queue the number of the queue
 * @param lane the number of the lane
 * @param epoch the epoch that is expected
 */
public record LaneEpoch(int queue, int lane, long epoch) {}
