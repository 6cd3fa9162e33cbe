package io.concor.experiments.durable.fault;

import io.concor.experiments.durable.server.DatabaseKind;

/** Recognises commits in what a client sends over one connection. For one thread. */
interface CommitDetector {

    /** Returns whether these bytes contain the end of an order to commit. */
    boolean read(byte[] bytes, int length);

    static CommitDetector of(DatabaseKind kind) {
        return kind == DatabaseKind.mariadb ? new MariaDbCommits() : new PostgresCommits();
    }
}
