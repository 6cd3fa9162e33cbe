package io.concor.queues.read;

import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.LaneRow;

/** What the reader knows of a lane that this process owns. For the reader's thread. */
final class LaneState {

    private final LaneEpoch epoch;
    private final long takenOverTo;
    private boolean counted;
    private boolean leaving;
    private boolean unread = true;
    private long cursor;
    private long attemptedTo;
    private int inHand;

    LaneState(LaneRow lane) {
        epoch = new LaneEpoch(lane.queue(), lane.lane(), lane.epoch());
        takenOverTo = lane.attemptedTo();
        counted = takenOverTo == 0;
    }

    LaneEpoch epoch() {
        return epoch;
    }

    /** Returns up to which id its former owner may have begun events. */
    long takenOverTo() {
        return takenOverTo;
    }

    /** Returns whether the attempts of the former owner are counted, so that it may be read. */
    boolean isCounted() {
        return counted;
    }

    void counted() {
        counted = true;
    }

    boolean isLeaving() {
        return leaving;
    }

    void leave() {
        leaving = true;
    }

    boolean isReadable() {
        return unread && counted && !leaving;
    }

    boolean isUnread() {
        return unread;
    }

    long cursor() {
        return cursor;
    }

    /** A row was read, and those before it. */
    void passed(long id) {
        cursor = Math.max(cursor, id);
    }

    void readToEnd(boolean end) {
        unread = !end;
    }

    /** There is a row of an id that has not been read. */
    void rewind(long id) {
        cursor = Math.min(cursor, id - 1);
        unread = true;
    }

    /** Returns whether the mark in the database has to be raised before a row of an id is handed out. */
    boolean exceedsMark(long id) {
        return id > attemptedTo;
    }

    void marked(long id) {
        attemptedTo = Math.max(attemptedTo, id);
    }

    void took() {
        inHand++;
    }

    void gave() {
        inHand--;
    }

    boolean isIdle() {
        return inHand == 0;
    }
}
