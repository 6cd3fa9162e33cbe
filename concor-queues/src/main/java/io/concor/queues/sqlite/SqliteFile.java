package io.concor.queues.sqlite;

import io.concor.queues.sqlite.SqlitePool.Use;
import io.concor.text.Sentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/**
 * A SQLite file with one connection that writes and several that read at the same time (WAL). A commit has reached the disk when
 * it returns. Several processes may use the file at once: one of them writes at a time, the others wait. Thread-safe.
 *
 * <p>Of both data sources: {@code getConnection} waits while all connections are in use. A connection is given back by closing
 * it, which ends its transaction. With automatic commit switched off, a transaction begins when a statement is created, not
 * before: so no idle connection locks the file, and a statement must not be used any more after a commit or rollback.
 */
public final class SqliteFile implements AutoCloseable {

    private static final int PAGE_BYTES = 8192;
    private static final int LOG_BYTES = 64 << 20;

    private final Path path;
    private final SqlitePool writer;
    private final SqlitePool readers;

    private SqliteFile(Path path, SqlitePool writer, SqlitePool readers) {
        this.path = path;
        this.writer = writer;
        this.readers = readers;
    }

    /**
     * Opens a file, and creates it, and its folder, if it is not there.
     *
     * @param path the file; SQLite creates two others next to it. On a local disk: networks do not lock files reliably
     * @param readers how many connections read, at least 1
     * @param patience how long a transaction waits for the lock of another process, and {@code getConnection} for a connection
     * @throws SQLException if the file cannot be used
     */
    public static SqliteFile open(Path path, int readers, Duration patience) throws SQLException {
        Path file = path.toAbsolutePath();
        createFolder(file);
        String url = "jdbc:sqlite:" + file;
        SqlitePool writer = SqlitePool.open(Use.WRITE, url, configuration(patience), 1, patience);
        try {
            return new SqliteFile(
                    file, writer, SqlitePool.open(Use.READ, url, configuration(patience), readers, patience));
        } catch (SQLException failed) {
            writer.close();
            throw failed;
        }
    }

    private static void createFolder(Path file) throws SQLException {
        try {
            Path folder = file.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException failed) {
            throw new SQLException(Sentence.of("The folder of the file %s cannot be created", file), failed);
        }
    }

    private static SQLiteConfig configuration(Duration patience) {
        SQLiteConfig configuration = new SQLiteConfig();
        configuration.setBusyTimeout(Math.toIntExact(patience.toMillis()));
        configuration.setPageSize(PAGE_BYTES);
        configuration.setJournalMode(JournalMode.WAL);
        configuration.setJournalSizeLimit(LOG_BYTES);
        configuration.setSynchronous(SynchronousMode.FULL); // NORMAL would lose the last commits at a power loss
        return configuration;
    }

    /** Returns the file, as an absolute path. */
    public Path path() {
        return path;
    }

    /** Returns the data source of the only connection that writes. Its transactions lock the file from their first statement. */
    public DataSource writer() {
        return writer;
    }

    /** Returns the data source of the connections that read. Each transaction sees the file as it was at its first query. */
    public DataSource readers() {
        return readers;
    }

    /** Closes all connections; those in use when they are given back. */
    @Override
    public void close() {
        readers.close();
        writer.close();
    }
}
