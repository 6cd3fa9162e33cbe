package io.concor.kafka;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.kafka.outbox.TestDatabase;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.member.MemberSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A database with a table of effects, which takes each as often as it comes. */
public final class EffectsDatabase implements AutoCloseable {

    private static final MemberSettings MEMBER =
            new MemberSettings("test", Duration.ofMillis(1_000), Duration.ofMillis(300));

    private final HikariDataSource pool;
    private final AtomicInteger places = new AtomicInteger();

    private EffectsDatabase(HikariDataSource pool) throws SQLException {
        this.pool = pool;
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table effects (place integer, event integer)");
        }
    }

    /** Creates a database. */
    public static EffectsDatabase of(TestDatabase kind) throws Exception {
        return new EffectsDatabase(kind.empty());
    }

    public DataSource dataSource() {
        return pool;
    }

    /** Starts a store in it, as a process has one. */
    public static JdbcQueueStore store(DataSource connections) {
        return JdbcQueueStore.of(connections, new TextMessages()).member(MEMBER).build();
    }

    /** Adds the effect of an event, in the transaction of a connection. */
    public void add(Connection connection, int event) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("insert into effects (place, event) values (?, ?)")) {
            insert.setInt(1, places.incrementAndGet());
            insert.setInt(2, event);
            insert.executeUpdate();
        }
    }

    /** Returns the events whose effects were committed, once for each, in their order. */
    public List<Integer> effects() throws SQLException {
        return numbers("select event from effects order by place");
    }

    /** Returns how many rows a table has. */
    public int count(String table) throws SQLException {
        return numbers("select count(*) from " + table).get(0);
    }

    private List<Integer> numbers(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<Integer> numbers = new ArrayList<>();
            while (rows.next()) {
                numbers.add(rows.getInt(1));
            }
            return numbers;
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
