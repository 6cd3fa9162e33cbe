package io.concor.queues.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.StoreDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(
        value = StoreDatabase.class,
        names = {"POSTGRESQL", "MARIADB", "SQLITE", "H2"})
class SchemaTest {

    private static final int INSTANCES = 3;

    @Parameter
    StoreDatabase database;

    private OpenStore store;
    private Schema schema;

    @BeforeEach
    void open() throws Exception {
        store = database.empty();
        schema = new Schema(store.dialect());
    }

    @AfterEach
    void close() throws Exception {
        store.close();
    }

    @Test
    void isCreatedOnceIfSeveralInstancesStart() throws Exception {
        CyclicBarrier start = new CyclicBarrier(INSTANCES + 1);
        List<CompletableFuture<Void>> instances = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            instances.add(CompletableFuture.runAsync(() -> {
                pass(start);
                install();
            }));
        }
        CompletableFuture<Void> otherTool = CompletableFuture.runAsync(() -> {
            pass(start);
            for (int i = 0; i < 5; i++) {
                execute("create table other_" + i + " (id integer primary key)");
            }
        });

        CompletableFuture.allOf(instances.toArray(CompletableFuture[]::new)).get();
        otherTool.get();

        assertThat(number("select count(*) from concor_schema")).isEqualTo(TableFamily.SLOTS.version());
        verify();
    }

    @Test
    void waitsWhileAnotherInstanceCreatesIt() throws Exception {
        Lock lock = Lock.of(database);
        assumeTrue(lock != null, "SQLite locks the file, H2 retries");
        try (Connection other = store.dataSource().getConnection()) {
            Sql.list(other, lock.take(), row -> "");

            CompletableFuture<Void> install = CompletableFuture.runAsync(this::install);

            await().alias("the instance waits for the lock").until(() -> number(lock.waiting()) == 1);
            assertThat(catchThrowableOfType(SchemaException.class, this::verify).problems())
                    .contains("table concor_event is missing");
            Sql.list(other, lock.release(), row -> "");
            install.get();
        }
        verify();
    }

    /** Statements that take the lock as another instance would, count those who wait for it, and release it. */
    private record Lock(String take, String waiting, String release) {

        static @Nullable Lock of(StoreDatabase database) {
            return switch (database) {
                case POSTGRESQL ->
                    new Lock(
                            "select pg_advisory_lock(109330244530034)",
                            "select count(*) from pg_locks where locktype = 'advisory' and not granted",
                            "select pg_advisory_unlock(109330244530034)");
                case MARIADB ->
                    new Lock(
                            "select get_lock('concor_schema', 0)",
                            "select count(*) from information_schema.processlist where state = 'User lock'",
                            "select release_lock('concor_schema')");
                default -> null;
            };
        }
    }

    private static void pass(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void keepsWhatIsThereWhenInstalledAgain() throws SQLException {
        install();
        var queue =
                store.inTransaction(connection -> new QueueTable(store.dialect()).open(connection, "flow", "slot", 4));

        install();

        assertThat(store.inTransaction(new QueueTable(store.dialect())::list)).containsExactly(queue);
    }

    @Test
    void leavesTheConnectionAsItWas() throws SQLException {
        try (Connection connection = store.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            schema.install(connection);
            schema.verify(connection);
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    @Test
    void isVerifiedIfItWasCreatedByHand() {
        for (String statement : schema.script().replaceAll("--.*", "").split(";\\s*")) {
            execute(statement);
        }

        assertThatNoException().isThrownBy(this::verify);
        assertThatNoException().isThrownBy(this::install);
    }

    @Test
    void reportsAllTablesThatAreMissing() {
        SchemaException failed = catchThrowableOfType(SchemaException.class, this::verify);

        assertThat(failed.problems())
                .contains("table concor_event is missing", "table concor_lane is missing")
                .hasSizeGreaterThanOrEqualTo(9);
        assertThat(failed)
                .hasMessageContaining(store.dialect().name())
                .hasMessageContaining("Run schema-" + store.dialect().id() + ".sql");
        assertThat(failed.remedy()).contains(schema.scriptName());
    }

    @Test
    void reportsWhatDiffers() {
        install();
        execute("drop table concor_seen");
        execute(
                "create table concor_seen (queue integer not null, event_id varchar(255) not null, put_at varchar(20))");
        execute("drop table concor_consumer");
        execute("create table concor_consumer (queue integer not null, primary key (queue))");

        SchemaException failed = catchThrowableOfType(SchemaException.class, this::install);

        assertThat(failed.problems())
                .anySatisfy(problem -> assertThat(problem).startsWith("column concor_seen.put_at is not of type "))
                .anySatisfy(problem ->
                        assertThat(problem).isEqualTo("the primary key of concor_seen is () and not (queue, event_id)"))
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("column concor_consumer.instance (")
                        .endsWith(") is missing"))
                .anySatisfy(problem -> assertThat(problem).startsWith("the primary key of concor_consumer is (queue)"));
    }

    @Test
    void ignoresWhatANewerVersionAdded() throws SQLException {
        install();
        execute("alter table concor_queue add column owner varchar(20)");
        execute("create table concor_added (id integer primary key)");
        execute("insert into concor_schema (version, readable_from, created_at) values (99, 1, 0)");

        install();

        assertThat(store.inTransaction(
                                connection -> new QueueTable(store.dialect()).open(connection, "flow", "slot", 4))
                        .lanes())
                .isEqualTo(4);
    }

    @Test
    void refusesTablesThatOnlyNewerVersionsCanUse() {
        install();
        execute("insert into concor_schema (version, readable_from, created_at) values (99, 98, 0)");

        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(this::verify)
                .withMessageContaining("up to version 97")
                .withMessageContaining("Use that version");
    }

    /** Processes of the former version go on: they need what they find, and nothing says that they cannot read it. */
    @Test
    void addsWhatTheFormerVersionHadNot() throws SQLException {
        install();
        var queue =
                store.inTransaction(connection -> new QueueTable(store.dialect()).open(connection, "flow", "slot", 4));
        execute("drop table concor_partition");
        execute("drop table concor_progress");
        execute("drop table concor_store");
        execute("delete from concor_schema where version = 2");

        assertThat(catchThrowableOfType(SchemaException.class, this::verify).problems())
                .contains("table concor_partition is missing", "table concor_progress is missing");
        install();

        verify();
        assertThat(store.inTransaction(new QueueTable(store.dialect())::list)).containsExactly(queue);
        assertThat(number("select max(readable_from) from concor_schema")).isEqualTo(1);
    }

    @Test
    void createsWhatAnInterruptedCreationLeftOut() throws SQLException {
        install();
        execute("drop table concor_dead");
        execute("delete from concor_schema");

        install();

        verify();
    }

    private void install() {
        try (Connection connection = store.dataSource().getConnection()) {
            schema.install(connection);
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    private void verify() throws SQLException {
        try (Connection connection = store.dataSource().getConnection()) {
            schema.verify(connection);
        }
    }

    private void execute(String sql) {
        try (Connection connection = store.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    private long number(String sql) throws SQLException {
        return store.inTransaction(connection -> Sql.number(connection, sql));
    }
}
