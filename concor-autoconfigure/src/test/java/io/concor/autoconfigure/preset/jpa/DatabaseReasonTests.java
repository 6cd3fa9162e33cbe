package io.concor.autoconfigure.preset.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseReasonTests {

    @ParameterizedTest
    @ValueSource(strings = {"42S02", "42S03", "42S04", "42P01"})
    void advisesToCreateTablesThatAreMissing(String state) {
        assertThat(reason("Table \"CONCOR_PRESET\" not found; SQL statement:\nselect 1 [42102-240]", state))
                .isEqualTo(
                        "the tables concor_preset and concor_preset_version are missing; create them with the scripts in db/concor (the database reports: Table \"CONCOR_PRESET\" not found, SQLState %s)",
                        state);
    }

    @Test
    void passesOnWhatTheDatabaseReportsOtherwise() {
        assertThat(reason("Schema \"APP\" not found; SQL statement:\nselect 1 [90079-240]", "90079"))
                .isEqualTo(
                        "the database cannot be used (the database reports: Schema \"APP\" not found, SQLState 90079)");
        assertThat(reason("ERROR: permission denied for table concor_preset\n  Position: 3", "42501"))
                .isEqualTo(
                        "the database cannot be used (the database reports: ERROR: permission denied for table concor_preset, SQLState 42501)");
    }

    @Test
    void leavesOutPathsAndTheNumberOfTheConnection() {
        assertThat(reason("(conn=12) Can't write /var/lib/mysql/x.ibd or jdbc:h2:file:C:\\stored\\x", "HY000"))
                .contains("reports: Can't write (path) or ", "SQLState HY000")
                .doesNotContain("conn=", "/var", "stored");
    }

    @Test
    void leavesOutAddresses() {
        Throwable pool = new SQLTransientConnectionException(
                "Pool timed out", "08001", new SQLException("Connection to db:5432 refused", "08001"));

        assertThat(DatabaseReason.of(new IllegalStateException(pool)))
                .isEqualTo("the database cannot be used (no connection, SQLState 08001)");
        assertThat(reason("Access denied for user 'a'@'db'", "28000"))
                .isEqualTo("the database cannot be used (no connection, SQLState 28000)");
    }

    @Test
    void namesOtherFailures() {
        assertThat(DatabaseReason.of(new IllegalStateException("The preset store is closed")))
                .isEqualTo("the database cannot be used (IllegalStateException: The preset store is closed)");
    }

    private static String reason(String message, String state) {
        return DatabaseReason.of(new IllegalStateException("around", new SQLException(message, state)));
    }
}
