package io.concor.queueserver.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.InvalidSettingException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseConnectionsTest {

    private static final int OPEN = 8;
    private static final int MOST = 20;

    private final HikariDataSource source = new HikariDataSource();

    @BeforeEach
    void configure() {
        source.setJdbcUrl("jdbc:sqlite::memory:");
        source.setMaximumPoolSize(OPEN);
        source.setConnectionTimeout(250);
    }

    @AfterEach
    void close() {
        source.close();
    }

    @Test
    void closesTheSurplusAtOnceAndKeepsTheOthers() throws SQLException {
        List<Connection> before = driversOf(take(OPEN));
        DatabaseConnections connections = new DatabaseConnections(source, MOST);

        assertThat(connections.resize(3)).isEqualTo(OPEN);

        assertThat(connections.now()).isEqualTo(new ConnectionsDescriptor(3, 3, MOST, 3, 0, 0));
        assertThat(before).containsAll(driversOf(take(3)));
        assertThatNoMoreThan(3);
    }

    @Test
    void opensFurtherOnesWhenTheyAreNeeded() throws SQLException {
        giveBack(take(OPEN));
        DatabaseConnections connections = new DatabaseConnections(source, MOST);

        connections.resize(12);

        assertThatNoMoreThan(12);
        assertThat(connections.now().open()).isEqualTo(12);
    }

    @Test
    void takesNoneFromThoseThatUseThem() throws SQLException {
        List<Connection> used = take(OPEN);
        DatabaseConnections connections = new DatabaseConnections(source, MOST);

        connections.resize(3);

        for (Connection connection : used) {
            try (Statement statement = connection.createStatement()) {
                assertThat(statement.execute("select 1")).isTrue();
            }
        }
        giveBack(used);
        await("surplus connections are closed").until(() -> connections.now().open() <= 3);
        assertThatNoMoreThan(3);
    }

    @Test
    void keepsAsManyIdleOnesAsThereMayBeUnlessTheConfigurationWantsFewer() throws SQLException {
        giveBack(take(1));
        new DatabaseConnections(source, MOST).resize(12);
        assertThat(source.getMinimumIdle()).isEqualTo(12);

        try (HikariDataSource fewIdle = new HikariDataSource()) {
            fewIdle.setJdbcUrl("jdbc:sqlite::memory:");
            fewIdle.setMaximumPoolSize(OPEN);
            fewIdle.setMinimumIdle(4);
            fewIdle.getConnection().close();
            DatabaseConnections connections = new DatabaseConnections(fewIdle, MOST);
            connections.resize(3);
            assertThat(fewIdle.getMinimumIdle()).isEqualTo(3);
            connections.resize(12);
            assertThat(fewIdle.getMinimumIdle()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, 0, 2, MOST + 1, Integer.MAX_VALUE})
    void refusesTooFewAndTooManyAndChangesNothing(int connections) throws SQLException {
        giveBack(take(1));

        assertThatThrownBy(() -> new DatabaseConnections(source, MOST).resize(connections))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage("connections: %d is out of bounds; allowed: 3 to 20", connections);

        assertThat(source.getMaximumPoolSize()).isEqualTo(OPEN);
    }

    private void assertThatNoMoreThan(int connections) throws SQLException {
        List<Connection> all = take(connections);
        assertThatThrownBy(source::getConnection).isInstanceOf(SQLTransientConnectionException.class);
        giveBack(all);
    }

    private List<Connection> take(int count) throws SQLException {
        List<Connection> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(source.getConnection());
        }
        return taken;
    }

    private static void giveBack(List<Connection> connections) throws SQLException {
        for (Connection connection : connections) {
            connection.close();
        }
    }

    /** Returns the connections of the driver, and gives those of the pool back. */
    private static List<Connection> driversOf(List<Connection> connections) throws SQLException {
        List<Connection> drivers = new ArrayList<>();
        for (Connection connection : connections) {
            drivers.add(connection.unwrap(Connection.class));
        }
        giveBack(connections);
        return drivers;
    }
}
