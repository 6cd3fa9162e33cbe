package io.concor.queues.jdbc;

import io.concor.ConcorException;
import io.concor.text.Sentence;

/** Thrown if durable queues cannot be kept in a database. */
public final class UnsupportedDatabaseException extends ConcorException {

    private static final long serialVersionUID = 1L;

    UnsupportedDatabaseException(String product, String version) {
        super(Sentence.of(
                "Durable queues cannot be kept in %s %s. Use PostgreSQL 12, MariaDB 10.6, MySQL 8.0, SQLite 3.35, H2 2.2 or a newer version of one of them",
                product, version));
    }
}
