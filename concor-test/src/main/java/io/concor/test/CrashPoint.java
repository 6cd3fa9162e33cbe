package io.concor.test;

/** Where a process dies, seen from a commit of its store. */
public enum CrashPoint {
    /** The database has not got the commit, and rolls back. */
    BEFORE_COMMIT,
    /** The database has committed, and the process does not learn of it. */
    AFTER_COMMIT
}
