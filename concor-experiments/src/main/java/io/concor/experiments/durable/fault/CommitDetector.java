package io.concor.experiments.durable.fault;

import io.concor.experiments.testbed.Database;

/** Recognises commits in what a client sends over one connection. For one thread. */
interface CommitDetector {

    /** Returns whether these bytes contain the end of an order to commit. */
    boolean read(byte[] bytes, int length);

    static CommitDetector of(Database kind) {
        return kind == Database.mariadb ? new MariaDbCommits() : new PostgresCommits();
    }
}
