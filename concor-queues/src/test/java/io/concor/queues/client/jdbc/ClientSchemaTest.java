package io.concor.queues.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.concor.queues.client.QueuesSettings;
import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.schema.Schema;
import io.concor.queues.schema.SchemaException;
import io.concor.queues.schema.TableFamily;
import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The tables of the queues for clients are apart from those of durable slots, and neither needs to know the other. */
@ParameterizedClass
@EnumSource(
        value = StoreDatabase.class,
        names = {"POSTGRESQL", "MARIADB", "SQLITE", "H2"})
class ClientSchemaTest {

    @Parameter
    StoreDatabase database;

    private OpenStore store;

    @BeforeEach
    void open() throws Exception {
        store = database.empty();
    }

    @AfterEach
    void close() throws Exception {
        store.close();
    }

    @Test
    void isCreatedByItselfAndAgain() throws Exception {
        Schema clients = new Schema(store.dialect(), TableFamily.CLIENTS);
        Schema slots = new Schema(store.dialect());
        try (Connection connection = store.dataSource().getConnection()) {
            slots.install(connection);
            SchemaException missing = catchThrowableOfType(SchemaException.class, () -> clients.verify(connection));
            assertThat(missing.problems()).contains("table concor_message is missing");
            assertThat(missing.remedy()).contains("clients-" + store.dialect().id() + ".sql");

            clients.install(connection);
            clients.install(connection);

            clients.verify(connection);
            slots.verify(connection);
        }
    }

    @Test
    void isCreatedWhenTheQueuesAreOpened() {
        if (database == StoreDatabase.SQLITE) {
            try (JdbcQueues queues = JdbcQueues.file(Path.of(store.url() + "2"), QueuesSettings.defaults())) {
                assertThat(queues.register("anna")).isTrue();
            }
            return;
        }
        try (JdbcQueues queues = JdbcQueues.of(store.dataSource(), QueuesSettings.defaults());
                JdbcQueues again = JdbcQueues.of(store.dataSource(), QueuesSettings.defaults())) {
            assertThat(queues.register("anna")).isTrue();
            assertThat(again.register("anna")).isFalse();
            assertThat(again.state().up()).isTrue();
        }
    }
}
