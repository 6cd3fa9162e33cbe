package io.concor.queues.jdbc;

import io.concor.queues.sqlite.SqliteFile;
import javax.sql.DataSource;

/**
 * Where a store gets its connections.
 *
 * @param writes connections for transactions that write
 * @param reads connections for queries
 * @param held whether a thread may keep a connection; in a file that one connection writes it must not
 */
public record StoreDataSources(DataSource writes, DataSource reads, boolean held) {

    /** Those of a database server, or of one in this process. */
    public static StoreDataSources of(DataSource dataSource) {
        return new StoreDataSources(dataSource, dataSource, true);
    }

    /** Those of a SQLite file. */
    public static StoreDataSources of(SqliteFile file) {
        return new StoreDataSources(file.writer(), file.readers(), false);
    }
}
