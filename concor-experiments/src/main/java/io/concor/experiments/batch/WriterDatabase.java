package io.concor.experiments.batch;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/** The tables of a {@link RowWriter}, as the sample billing has them, and connections to them. */
final class WriterDatabase implements AutoCloseable {

    /** Number of accounts. */
    static final int ACCOUNTS = 1000;

    private static final List<String> TABLES = List.of(
            "create table account (number varchar(20) primary key, balance bigint not null)",
            """
            create table costed_event (
                id varchar(64) primary key,
                account varchar(20) not null references account (number),
                product varchar(32) not null,
                caller varchar(15) not null,
                called varchar(15) not null,
                started_at timestamp with time zone not null,
                seconds integer not null,
                charging varchar(16) not null,
                amount bigint not null check (amount >= 0),
                costed_at timestamp with time zone default current_timestamp not null)""",
            "insert into account select 'a-' || n, 0 from generate_series(0, %d) n".formatted(ACCOUNTS - 1));
    /** So that each run finds the same tables. */
    private static final List<String> EMPTYING = List.of(
            "truncate costed_event", "update account set balance = 0", "vacuum full analyze account", "checkpoint");

    private final PostgresServer server;
    private final HikariDataSource pool;

    private WriterDatabase(PostgresServer server, HikariDataSource pool) {
        this.server = server;
        this.pool = pool;
    }

    /**
     * Creates the tables in an empty server.
     *
     * @param port where the connections of the writer go
     * @param connections how many it needs
     */
    static WriterDatabase open(PostgresServer server, int port, int connections) {
        HikariConfig settings = new HikariConfig();
        settings.setJdbcUrl(PostgresServer.url(port));
        settings.setUsername(PostgresServer.user());
        settings.setPassword(PostgresServer.password());
        settings.setMaximumPoolSize(connections);
        settings.setAutoCommit(false);
        WriterDatabase opened = new WriterDatabase(server, new HikariDataSource(settings));
        opened.execute(TABLES);
        return opened;
    }

    DataSource connections() {
        return pool;
    }

    /** Returns the number of an account, for any number. */
    static String account(long any) {
        return "a-" + Math.floorMod(any, ACCOUNTS);
    }

    void empty() {
        execute(EMPTYING);
    }

    private void execute(List<String> statements) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        } catch (SQLException failed) {
            throw new ExperimentException("Cannot prepare the tables of the writer", failed);
        }
    }

    /** Fails unless the database contains exactly these events, with this sum, also of the balances. */
    void require(long events, long amount) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet sums = statement.executeQuery("select count(*), coalesce(sum(amount), 0),"
                        + " (select sum(balance) from account) from costed_event")) {
            sums.next();
            if (sums.getLong(1) != events || sums.getLong(2) != amount || sums.getLong(3) != amount) {
                throw new ExperimentException(
                        "%d events with the sum %d were written, but the database has %d with %d, and balances of %d"
                                .formatted(events, amount, sums.getLong(1), sums.getLong(2), sums.getLong(3)));
            }
        } catch (SQLException failed) {
            throw new ExperimentException("Cannot read what was written", failed);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
