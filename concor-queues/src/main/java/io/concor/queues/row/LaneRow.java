package io.concor.queues.row;

import org.jspecify.annotations.Nullable;

/**
 * A lane, as it was read.
 *
 * @param queue the number of the queue
 * @param lane the number of the lane
 * @param owner the id of the instance that hands out its events, or null
 * @param epoch grows with each change of the owner
 * @param attemptedTo events up to this id may have been begun
 */
public record LaneRow(int queue, int lane, @Nullable String owner, long epoch, long attemptedTo) {}
