package io.concor.experiments.durable.server;

import io.concor.experiments.testbed.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** MariaDB. */
record MariaDbDialect() implements Dialect {

    private static final String ADDRESS = "jdbc:mariadb://127.0.0.1:%d/%s?useBulkStmts=true&socketTimeout=30000";

    @Override
    public DatabaseKind kind() {
        return DatabaseKind.mariadb;
    }

    @Override
    public String user() {
        return Database.mariadb.user();
    }

    @Override
    public String password() {
        return Database.mariadb.password();
    }

    @Override
    public String url(int port) {
        return ADDRESS.formatted(port, "durable");
    }

    @Override
    public String administrationUrl(int port) {
        return ADDRESS.formatted(port, "");
    }

    @Override
    public void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create database if not exists durable character set utf8mb4");
        }
    }

    @Override
    public Map<String, String> durable() {
        return Map.of("innodb_flush_log_at_trx_commit", "1", "innodb_doublewrite", "ON");
    }

    @Override
    public String setting(String name) {
        return "select @@global.%s".formatted(name);
    }

    @Override
    public String connections() {
        return "select id from information_schema.processlist where command <> 'Daemon' and id <> connection_id()";
    }

    @Override
    public String terminate(String connection) {
        return "kill connection " + connection;
    }

    @Override
    public Optional<ProcessHandle> process(Path data, Stream<ProcessHandle> started) {
        return started.filter(process -> process.info().command().orElse("").contains("mariadbd"))
                .findFirst();
    }

    @Override
    public String logBytes() {
        return "select variable_value from information_schema.global_status where variable_name = 'INNODB_OS_LOG_WRITTEN'";
    }

    @Override
    public String statements() {
        return "select variable_value from information_schema.global_status where variable_name = 'QUESTIONS'";
    }
}
