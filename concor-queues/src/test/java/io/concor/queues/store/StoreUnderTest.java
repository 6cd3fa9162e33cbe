package io.concor.queues.store;

import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.member.MemberSettings;
import io.concor.queues.sqlite.SqliteFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A database with a table of effects, and stores in it: each is what a process would have. */
public final class StoreUnderTest implements AutoCloseable {

    /** A short lease, so that tests of take-over are fast. */
    public static final MemberSettings MEMBER =
            new MemberSettings("test", Duration.ofMillis(1000), Duration.ofMillis(300));

    private final DataSource dataSource;
    private final AutoCloseable closing;
    private final @Nullable Path file;
    private final List<JdbcQueueStore> stores = new ArrayList<>();

    private StoreUnderTest(DataSource dataSource, AutoCloseable closing, @Nullable Path file) throws SQLException {
        this.dataSource = dataSource;
        this.file = file;
        this.closing = closing;
        execute("create table effects (place integer, event varchar(255))");
    }

    /** Creates an empty database. */
    public static StoreUnderTest on(StoreDatabase database) throws Exception {
        if (database == StoreDatabase.SQLITE) {
            return onFile(Files.createTempDirectory(Path.of("target"), "store-").resolve("queues.db"));
        }
        OpenStore empty = database.empty();
        return new StoreUnderTest(empty.dataSource(), empty, null);
    }

    private static StoreUnderTest onFile(Path path) throws SQLException {
        SqliteFile file = SqliteFile.open(path, 1, Duration.ofSeconds(20));
        return new StoreUnderTest(file.writer(), file, path);
    }

    DataSource dataSource() {
        return dataSource;
    }

    /** Starts another store, as another process would. */
    public JdbcQueueStore store() {
        if (file != null) {
            return add(
                    JdbcQueueStore.file(file, new TextFormat()).member(MEMBER).build());
        }
        return store(dataSource);
    }

    /** Starts another store that has connections of its own kind. */
    public JdbcQueueStore store(DataSource connections) {
        return add(
                JdbcQueueStore.of(connections, new TextFormat()).member(MEMBER).build());
    }

    JdbcQueueStore add(JdbcQueueStore store) {
        stores.add(store);
        return store;
    }

    /** Returns the event of an id, without a key. */
    public static NewEvent event(String id) {
        return new NewEvent(id, false, "message of " + id, null, Duration.ZERO, Map.of());
    }

    /** Returns the event of an id and a key. */
    public static NewEvent event(String id, @Nullable String key) {
        return new NewEvent(id, false, "message of " + id, key, Duration.ZERO, Map.of());
    }

    /** Puts an event, and returns what becomes of that. */
    public static CompletableFuture<Void> put(StoredQueue queue, NewEvent event) {
        CompletableFuture<Void> put = new CompletableFuture<>();
        queue.put(queue.prepare(event), PutReceipts.completing(put));
        return put;
    }

    /** Writes the effect of an event in the transaction of the thread. */
    public static Ending effect(JdbcQueueStore store, StoredEvent event) throws SQLException {
        try (PreparedStatement insert =
                store.connection().prepareStatement("insert into effects (place, event) values (?, ?)")) {
            insert.setInt(1, 0);
            insert.setString(2, event.id());
            insert.executeUpdate();
        }
        return new Ending.Handled();
    }

    /** Returns the ids of the effects that were committed, as often as they were. */
    public List<String> effects() throws SQLException {
        return strings("select event from effects");
    }

    /** Returns the ids of the effects that were committed, in the order of their places. */
    public List<String> effectsInOrder() throws SQLException {
        return strings("select event from effects order by place");
    }

    List<String> strings(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> strings = new ArrayList<>();
            while (rows.next()) {
                strings.add(rows.getString(1));
            }
            return strings;
        }
    }

    /** Returns how many rows a table has. */
    public long count(String table) throws SQLException {
        return Long.parseLong(strings("select count(*) from " + table).get(0));
    }

    public void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws Exception {
        stores.forEach(JdbcQueueStore::close);
        closing.close();
    }
}
