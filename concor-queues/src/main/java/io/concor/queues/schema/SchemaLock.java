package io.concor.queues.schema;

import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/** Lets one process at a time create tables. */
enum SchemaLock {
    /** PostgreSQL: creating tables is part of a transaction, and so is the lock. */
    ADVISORY {
        private static final long KEY = 0x636f6e636f72L; // "concor"

        @Override
        void run(Connection connection, Work work) throws SQLException {
            inTransaction(connection, () -> {
                Sql.list(connection, "select pg_advisory_xact_lock(?)", row -> "", KEY);
                work.run();
            });
        }
    },
    /** MariaDB and MySQL: each statement that creates a table commits, so the lock belongs to the session. */
    NAMED {
        private static final int WAIT_SECONDS = 60;

        @Override
        void run(Connection connection, Work work) throws SQLException {
            if (Sql.number(connection, "select get_lock('concor_schema', ?)", WAIT_SECONDS) != 1) {
                throw new SQLException("another process creates the tables, and does not end");
            }
            try {
                work.run();
            } finally {
                Sql.number(connection, "select release_lock('concor_schema')");
            }
        }
    },
    /** SQLite: a transaction that writes has the database for itself. */
    TRANSACTION {
        @Override
        void run(Connection connection, Work work) throws SQLException {
            inTransaction(connection, work);
        }
    },
    /** H2: it is retried if another connection was faster. */
    NONE {
        @Override
        void run(Connection connection, Work work) throws SQLException {
            work.run();
        }
    };

    /** What is done under a lock. */
    @FunctionalInterface
    interface Work {

        /** Does it. */
        void run() throws SQLException;
    }

    static SchemaLock of(Dialect dialect) {
        return switch (dialect.id()) {
            case "postgresql" -> ADVISORY;
            case "mariadb", "mysql" -> NAMED;
            case "sqlite" -> TRANSACTION;
            default -> NONE;
        };
    }

    /** Runs work on a connection, which commits each statement by itself before and after. */
    abstract void run(Connection connection, Work work) throws SQLException;

    private static void inTransaction(Connection connection, Work work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            work.run();
            connection.commit();
        } catch (SQLException | RuntimeException failed) {
            connection.rollback();
            throw failed;
        } finally {
            connection.setAutoCommit(true);
        }
    }
}
