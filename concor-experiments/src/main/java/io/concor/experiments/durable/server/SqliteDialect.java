package io.concor.experiments.durable.server;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** SQLite. Its file has no server: what is asked about one is empty. */
record SqliteDialect() implements Dialect {

    @Override
    public DatabaseKind kind() {
        return DatabaseKind.sqlite;
    }

    @Override
    public String user() {
        return "";
    }

    @Override
    public String password() {
        return "";
    }

    @Override
    public String url(int port) {
        throw new UnsupportedOperationException("SQLite has no port");
    }

    @Override
    public String administrationUrl(int port) {
        return url(port);
    }

    @Override
    public void prepare(Connection connection) {
        // the file is created with the first table
    }

    /** 2 is FULL. */
    @Override
    public Map<String, String> durable() {
        return Map.of("synchronous", "2", "journal_mode", "wal");
    }

    @Override
    public String setting(String name) {
        return "pragma " + name;
    }

    @Override
    public String connections() {
        return "select 0 where false";
    }

    @Override
    public String terminate(String connection) {
        throw new UnsupportedOperationException("SQLite has no connections to end");
    }

    @Override
    public Optional<ProcessHandle> process(Path data, Stream<ProcessHandle> started) {
        return Optional.empty();
    }

    @Override
    public String logBytes() {
        return "select 0";
    }

    @Override
    public String statements() {
        return "select 0";
    }
}
