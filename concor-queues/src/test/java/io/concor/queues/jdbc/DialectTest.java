package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectTest {

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 18.1 (Debian 18.1-1), PostgreSQL",
        "PostgreSQL, 19beta1, PostgreSQL",
        "PostgreSQL, 12.0, PostgreSQL",
        "MariaDB, 11.4.5-MariaDB-log, MariaDB",
        "MySQL, 5.5.5-10.6.12-MariaDB, MariaDB",
        "MySQL, 8.0.36, MySQL",
        "MySQL, 9.1.0, MySQL",
        "SQLite, 3.35.0, SQLite",
        "H2, 2.4.240 (2025-09-22), H2"
    })
    void isThatOfTheDatabase(String product, String version, String dialect) {
        assertThat(Dialect.of(product, version).name()).isEqualTo(dialect);
    }

    @ParameterizedTest
    @CsvSource({
        "Oracle, 23.0",
        "PostgreSQL, 11.22",
        "MySQL, 5.7.44",
        "MySQL, 5.5.5-10.5.9-MariaDB",
        "SQLite, 3.34.1",
        "H2, 1.4.200",
        "PostgreSQL, unknown"
    })
    void refusesOthersAndOlderOnes(String product, String version) {
        assertThatExceptionOfType(UnsupportedDatabaseException.class)
                .isThrownBy(() -> Dialect.of(product, version))
                .withMessageContaining(product + " " + version)
                .withMessageContaining("Use PostgreSQL 12, MariaDB 10.6");
    }
}
