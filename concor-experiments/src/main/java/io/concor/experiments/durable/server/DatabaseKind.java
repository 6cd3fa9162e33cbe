package io.concor.experiments.durable.server;

import io.concor.experiments.testbed.Database;
import org.jspecify.annotations.Nullable;

/** The databases in which queues are checked. The names are values of options. */
public enum DatabaseKind {
    postgres(Database.postgres),
    mariadb(Database.mariadb),
    sqlite(null);

    private final @Nullable Database server;

    DatabaseKind(@Nullable Database server) {
        this.server = server;
    }

    /** Returns the server to start, or null if the database is a file that processes open themselves. */
    public @Nullable Database server() {
        return server;
    }
}
