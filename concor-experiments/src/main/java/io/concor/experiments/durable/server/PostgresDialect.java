package io.concor.experiments.durable.server;

import io.concor.experiments.testbed.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** PostgreSQL. */
record PostgresDialect() implements Dialect {

    @Override
    public DatabaseKind kind() {
        return DatabaseKind.postgres;
    }

    @Override
    public String user() {
        return Database.postgres.user();
    }

    @Override
    public String password() {
        return Database.postgres.password();
    }

    @Override
    public String url(int port) {
        return "jdbc:postgresql://127.0.0.1:%d/postgres?sslmode=disable&gssEncMode=disable&reWriteBatchedInserts=true&socketTimeout=30"
                .formatted(port);
    }

    @Override
    public String administrationUrl(int port) {
        return url(port);
    }

    @Override
    public void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create extension if not exists pg_stat_statements");
        }
    }

    @Override
    public Map<String, String> durable() {
        return Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");
    }

    @Override
    public String setting(String name) {
        return "show " + name;
    }

    @Override
    public String connections() {
        return "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";
    }

    @Override
    public String terminate(String connection) {
        return "select pg_terminate_backend(%s)".formatted(connection);
    }

    @Override
    public Optional<ProcessHandle> process(Path data, Stream<ProcessHandle> started) {
        try {
            return ProcessHandle.of(Long.parseLong(
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0)));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    @Override
    public String logBytes() {
        return "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint";
    }

    @Override
    public String statements() {
        return "select coalesce(sum(calls), 0)::bigint from pg_stat_statements";
    }
}
