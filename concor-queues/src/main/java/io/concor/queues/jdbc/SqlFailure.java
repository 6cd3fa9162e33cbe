package io.concor.queues.jdbc;

/** What the failure of a statement or a commit means for those who run it. */
public enum SqlFailure {
    /** Another transaction was in the way: a deadlock, a lock timeout, a failed serialization. Nothing was done; do it again. */
    CONFLICT,
    /** The connection is lost, or none can be had. Nothing was committed; do it again with another connection, later. */
    CONNECTION,
    /** The database has no space left, or accepts no writes. Nothing was done; it may succeed when a person has made room. */
    DISK_FULL,
    /** A row of the same key exists. */
    DUPLICATE_KEY,
    /** The same statement will fail again. */
    PERMANENT;

    /** Returns whether the same work, done again from its beginning, may succeed without a person's help. */
    public boolean isTransient() {
        return this == CONFLICT || this == CONNECTION;
    }
}
