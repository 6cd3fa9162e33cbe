package io.concor.queues.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.StoreDatabase;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class SchemaWithoutRightsTest {

    @Test
    void reportsThatTheUserMayNotCreateTables() throws Exception {
        try (OpenStore store = StoreDatabase.POSTGRESQL.empty();
                Connection connection = store.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create role reader");
            statement.execute("set role reader");

            SchemaException failed =
                    catchThrowableOfType(SchemaException.class, () -> new Schema(store.dialect()).install(connection));

            assertThat(failed)
                    .hasMessageContaining("cannot be created")
                    .hasMessageContaining("permission denied")
                    .hasMessageContaining(
                            "Give the user of the database the right to create tables, or run schema-postgresql.sql");
        }
    }
}
