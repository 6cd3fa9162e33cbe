package io.concor.queues.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.SqlFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteFileTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration IMPATIENT = Duration.ofMillis(20);
    private static final int INCREMENTS = 200;

    @TempDir
    Path folder;

    private Path path;
    private SqliteFile file;

    @BeforeEach
    void open() throws SQLException {
        path = folder.resolve("new/queues.db");
        file = SqliteFile.open(path, 2, PATIENCE);
        update(file.writer(), "create table counter (value integer)");
        update(file.writer(), "insert into counter values (0)");
    }

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void writesEachCommitToTheDisk() throws SQLException {
        try (Connection writer = file.writer().getConnection()) {
            assertThat(Sql.list(writer, "pragma journal_mode", row -> row.getString(1)))
                    .containsExactly("wal");
            assertThat(Sql.number(writer, "pragma synchronous")).isEqualTo(2); // FULL
            assertThat(Sql.number(writer, "pragma busy_timeout")).isEqualTo(PATIENCE.toMillis());
        }
    }

    @Test
    void locksTheFileFromTheFirstStatementToTheEndOfTheTransaction() throws SQLException {
        try (SqliteFile other = SqliteFile.open(path, 1, IMPATIENT);
                Connection writer = file.writer().getConnection()) {
            writer.setAutoCommit(false);
            update(other.writer(), "update counter set value = 1");

            assertThat(Sql.number(writer, "select value from counter")).isEqualTo(1);
            assertThat(failureOf(other, "update counter set value = 2")).isEqualTo(SqlFailure.CONFLICT);

            Sql.update(writer, "update counter set value = value + 10");
            writer.commit();
            update(other.writer(), "update counter set value = value + 100");

            Sql.update(writer, "update counter set value = 0");
            writer.rollback();
            update(other.writer(), "update counter set value = value + 1000");
            assertThat(value()).isEqualTo(1111);
        }
    }

    private static SqlFailure failureOf(SqliteFile file, String sql) throws SQLException {
        SQLException failed = catchThrowableOfType(SQLException.class, () -> update(file.writer(), sql));
        try (Connection connection = file.readers().getConnection()) {
            return Dialect.of(connection).failure(failed);
        }
    }

    @Test
    void readsWhileAnotherWrites() throws SQLException {
        try (Connection writer = file.writer().getConnection()) {
            writer.setAutoCommit(false);
            Sql.update(writer, "update counter set value = 5");
            assertThat(value()).isZero();
            writer.commit();
            assertThat(value()).isEqualTo(5);
        }
    }

    @Test
    void keepsWhatATransactionReads() throws SQLException {
        try (Connection reader = file.readers().getConnection()) {
            reader.setAutoCommit(false);
            assertThat(Sql.number(reader, "select value from counter")).isZero();
            update(file.writer(), "update counter set value = 5");
            assertThat(Sql.number(reader, "select value from counter")).isZero();
            reader.commit();
            assertThat(Sql.number(reader, "select value from counter")).isEqualTo(5);
        }
    }

    @Test
    void refusesToWriteWithAReader() throws SQLException {
        try (Connection reader = file.readers().getConnection()) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> Sql.update(reader, "update counter set value = 5"))
                    .withMessageContaining("readonly");
        }
    }

    @Test
    void rollsBackWhatIsNotCommittedWhenAConnectionIsGivenBack() throws SQLException {
        try (Connection writer = file.writer().getConnection()) {
            writer.setAutoCommit(false);
            Sql.update(writer, "update counter set value = 5");
        }

        assertThat(value()).isZero();
        try (Connection writer = file.writer().getConnection()) {
            assertThat(writer.getAutoCommit()).isTrue();
        }
    }

    @Test
    void commitsWhenAutomaticCommitIsSwitchedOn() throws SQLException {
        try (Connection writer = file.writer().getConnection()) {
            writer.setAutoCommit(false);
            Sql.update(writer, "update counter set value = 5");
            writer.setAutoCommit(true);
        }

        assertThat(value()).isEqualTo(5);
    }

    @Test
    void givesAConnectionBackOnceIfItIsClosedTwice() throws SQLException {
        Connection writer = file.writer().getConnection();
        writer.close();
        try (Connection next = file.writer().getConnection()) {
            writer.close();
            assertThat(writer.isClosed()).isTrue();
            assertThat(next.isClosed()).isFalse();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> Sql.number(writer, "select 1"))
                    .withMessageContaining("given back");
        }
    }

    @Test
    void waitsForAConnectionNoLongerThanItsPatience() throws SQLException {
        try (SqliteFile impatient = SqliteFile.open(path, 1, IMPATIENT);
                Connection writer = impatient.writer().getConnection()) {
            assertThat(writer.isClosed()).isFalse();
            assertThatExceptionOfType(SQLTransientConnectionException.class)
                    .isThrownBy(() -> impatient.writer().getConnection())
                    .withMessage("All connections to write a SQLite file were in use for 20 ms");
        }
    }

    @Test
    void closesConnectionsInUseWhenTheyAreGivenBack() throws SQLException {
        Connection reader = file.readers().getConnection();
        file.close();

        assertThat(Sql.number(reader, "select value from counter")).isZero();
        reader.close();
        assertThatExceptionOfType(SQLTransientConnectionException.class)
                .isThrownBy(() -> file.readers().getConnection())
                .withMessage("The SQLite file is closed");
    }

    @Test
    void staysUsableAfterTheDiskWasFull() throws SQLException {
        try (Connection writer = file.writer().getConnection()) {
            writer.setAutoCommit(false);
            long pages = Sql.number(writer, "pragma page_count");
            Sql.number(writer, "pragma max_page_count = " + pages);
            writer.commit();

            SQLException failed = catchThrowableOfType(
                    SQLException.class, () -> Sql.update(writer, "create table t as select zeroblob(1000000)"));
            writer.rollback();

            assertThat(Dialect.of(writer).failure(failed)).isEqualTo(SqlFailure.DISK_FULL);
            Sql.number(writer, "pragma max_page_count = 1000000");
            Sql.update(writer, "update counter set value = 5");
            writer.commit();
        }
        assertThat(value()).isEqualTo(5);
    }

    @Test
    void isSharedByTwoProcesses() throws Exception {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Incrementer.class.getName(),
                        path.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader output = other.inputReader()) {
            assertThat(output.readLine()).isEqualTo("started");
            increment(file);
            assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(other.exitValue()).isZero();
        } finally {
            other.destroyForcibly();
        }

        assertThat(value()).isEqualTo(2 * INCREMENTS);
    }

    /** The other process. */
    static final class Incrementer {

        private Incrementer() {}

        public static void main(String[] arguments) throws SQLException, IOException {
            try (SqliteFile file = SqliteFile.open(Path.of(arguments[0]), 1, PATIENCE)) {
                System.out.println("started");
                increment(file);
            }
        }
    }

    /** Reads before it writes: a transaction that had not locked the file would fail. */
    private static void increment(SqliteFile file) throws SQLException {
        for (int i = 0; i < INCREMENTS; i++) {
            try (Connection writer = file.writer().getConnection()) {
                writer.setAutoCommit(false);
                long value = Sql.number(writer, "select value from counter");
                Sql.update(writer, "update counter set value = ?", value + 1);
                writer.commit();
            }
        }
    }

    private long value() throws SQLException {
        try (Connection reader = file.readers().getConnection()) {
            return Sql.number(reader, "select value from counter");
        }
    }

    private static void update(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            Sql.update(connection, sql);
        }
    }
}
