package io.concor.test.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Delivery;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.queues.JdbcQueueStore;
import io.concor.test.CrashPoint;
import io.concor.test.DurableTester;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrdersTest {

    private static final Delivery ONCE = Delivery.id("order-4711");

    @ParameterizedTest
    @EnumSource
    void booksAnOrderOnceWhereverTheProcessCrashes(CrashPoint point) throws SQLException {
        boolean crashed = true;
        for (int commit = 1; crashed; commit++) {
            DataSource database = emptyDatabase();
            try (DurableTester tester = DurableTester.of(database).crashAt(commit, point)) {
                send(tester.start(Orders::flow));

                crashed = tester.awaitCrashOrEmpty();
                if (crashed) {
                    send(tester.start(Orders::flow)); // its sender got no answer
                    tester.awaitEmpty();
                }

                assertThat(bookings(database)).containsExactly("4711");
            }
        }
    }

    private static void send(Flow<String, String> orders) {
        orders.accept("4711", ONCE).exceptionally(lost -> null).join();
    }

    /** What an application has: a task that writes in the transaction of its event. */
    static final class Orders {

        private final JdbcQueueStore store;

        private Orders(JdbcQueueStore store) {
            this.store = store;
        }

        static Flow<String, String> flow(JdbcQueueStore store) {
            return Flows.<String>create("orders")
                    .queues(store)
                    .join(JoinSettings.fixed(4).queue(QueueKind.DURABLE))
                    .map(new Orders(store)::book, "book")
                    .build();
        }

        private String book(String order) throws SQLException {
            try (PreparedStatement insert =
                    store.connection().prepareStatement("insert into booking (number) values (?)")) {
                insert.setString(1, order);
                insert.executeUpdate();
                return order;
            }
        }
    }

    private static DataSource emptyDatabase() throws SQLException {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute("create table booking (number varchar(40))");
        }
        return database;
    }

    private static List<String> bookings(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                var rows = connection.createStatement().executeQuery("select number from booking")) {
            List<String> numbers = new ArrayList<>();
            while (rows.next()) {
                numbers.add(rows.getString(1));
            }
            return numbers;
        }
    }
}
