package io.concor.queues.member;

import io.concor.queues.row.LaneRow;

/** Learns which lanes this instance owns. Called by the thread of the membership, which it does not block. */
public interface LaneListener {

    /** A lane is this instance's own from now on, under its epoch. */
    void gained(LaneRow lane);

    /** A lane is not this instance's own any more: hand out nothing of it, and drop what was handed out. */
    void lost(int queue, int lane);

    /**
     * Another instance is to have a lane: hand out nothing more of it, and call {@link Membership#giveBack} when nothing of it
     * is in work.
     */
    void leaving(int queue, int lane);

    /**
     * Another process has put events.
     *
     * @param late whether one of them may have an id lower than those seen for some seconds
     */
    void woken(boolean late);
}
