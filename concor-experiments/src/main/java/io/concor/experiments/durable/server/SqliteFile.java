package io.concor.experiments.durable.server;

import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file of SQLite, which the processes under test open themselves. */
final class SqliteFile implements DurableServer {

    private final Path file;

    SqliteFile(Path folder) {
        try {
            this.file = Files.createDirectories(folder).resolve("queue.db");
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot create the folder " + folder, impossible);
        }
    }

    @Override
    public Dialect dialect() {
        return new SqliteDialect();
    }

    @Override
    public int port() {
        return 0;
    }

    /**
     * A commit waits for the disk, and the write-ahead log lets others read meanwhile. A transaction takes the lock at
     * its begin, so that it never fails because another one has written first.
     */
    @Override
    public String url(int anyPort) {
        return "jdbc:sqlite:%s?journal_mode=WAL&synchronous=FULL&busy_timeout=30000&transaction_mode=IMMEDIATE"
                .formatted(file);
    }

    @Override
    public Optional<ProcessHandle> process() {
        return Optional.empty();
    }

    @Override
    public boolean runs() {
        return true;
    }

    @Override
    public void kill() {
        throw new ExperimentException("SQLite has no process that could be killed");
    }

    @Override
    public void restart() {
        // it always runs
    }

    @Override
    public void close() {
        // nothing is open
    }
}
