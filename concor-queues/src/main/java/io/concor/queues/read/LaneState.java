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
    /** The greatest id that was read; the cursor may have stepped back since. */
    private long readTo;
    /** The mark in the database is at least this, */
    private long attemptedTo;
    /** and at most this, if it was raised here. */
    private long markedTo;

    private long begunTo;
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

    /** Returns whether it goes, and nothing of it is in work. */
    boolean isLeavingIdle() {
        return leaving && inHand == 0;
    }

    boolean isReadable() {
        return unread && counted && !leaving;
    }

    long cursor() {
        return cursor;
    }

    /** A row was read, and those before it. */
    void passed(long id) {
        cursor = Math.max(cursor, id);
        readTo = Math.max(readTo, id);
    }

    /** Returns whether all rows that are there were read. */
    boolean isReadToEnd() {
        return counted && !leaving && !unread;
    }

    /** Returns whether a row that was put now is the next one to be read. */
    boolean endsBefore(long id) {
        return isReadToEnd() && id > readTo;
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

    /** The mark in the database is being raised. */
    void marking(long id) {
        markedTo = Math.max(markedTo, id);
    }

    void marked(long id) {
        attemptedTo = Math.max(attemptedTo, id);
    }

    /** A row is to be handed out. */
    void begins(long id) {
        begunTo = Math.max(begunTo, id);
    }

    /** Returns whether rows that were not handed out may lie below the mark. */
    boolean isMarkedAhead() {
        return markedTo > begunTo;
    }

    /** The mark in the database is being lowered to what was handed out. Returns to which id. */
    long lowering() {
        attemptedTo = Math.min(attemptedTo, begunTo);
        return begunTo;
    }

    void lowered() {
        markedTo = begunTo;
    }

    void took() {
        inHand++;
    }

    void gave() {
        inHand--;
    }
}
