package io.concor.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.Delivery;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.RetrySettings;
import io.concor.queues.JdbcQueueStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class DurableTesterTest {

    private static final String QUEUE = "orders.book";
    private static final Duration HOUR = Duration.ofHours(1);

    private final JdbcDataSource database = new JdbcDataSource();
    private final Queue<String> called = new ConcurrentLinkedQueue<>();
    private JoinSettings join = JoinSettings.fixed(2);
    /** An order that is not booked, or none. */
    private volatile String refused = "";

    private DurableTester tester;

    @BeforeEach
    void createDatabase() throws SQLException {
        database.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        execute("create table booking (number varchar(40))");
        tester = DurableTester.of(database);
    }

    @AfterEach
    void close() throws SQLException {
        tester.close();
        execute("shutdown");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> bookings() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select number from booking")) {
            List<String> numbers = new ArrayList<>();
            while (rows.next()) {
                numbers.add(rows.getString(1));
            }
            return numbers;
        }
    }

    private Flow<String, String> orders(JdbcQueueStore store) {
        return flow(store, Flows.<String>create("orders").queues(store));
    }

    private Flow<String, String> patientOrders(JdbcQueueStore store) {
        return flow(
                store,
                Flows.<String>create("orders")
                        .queues(store)
                        .retry(RetrySettings.DEFAULT.maxRetries(1).delay(HOUR)));
    }

    private Flow<String, String> flow(JdbcQueueStore store, FlowBuilder<String, String> builder) {
        return builder.join(join.queue(QueueKind.DURABLE))
                .map(order -> book(store, order), "book")
                .build();
    }

    private String book(JdbcQueueStore store, String order) throws SQLException {
        called.add(order);
        try (PreparedStatement insert = store.connection().prepareStatement("insert into booking values (?)")) {
            insert.setString(1, order);
            insert.executeUpdate();
        }
        if (order.equals(refused)) {
            throw new IllegalStateException("sold out");
        }
        return order;
    }

    @Test
    void waitsUntilAllEventsAreHandled() throws Exception {
        Flow<String, String> orders = tester.start(this::orders);

        IntStream.range(0, 100).forEach(i -> orders.accept("order " + i));
        orders.accept("last").join();
        tester.awaitEmpty();

        assertThat(bookings()).hasSize(101).doesNotHaveDuplicates();
    }

    @Test
    void saysWhichEventsAreLeft() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        Flow<String, String> orders = tester.start(store -> Flows.<String>create("orders")
                .queues(store)
                .join(join.queue(QueueKind.DURABLE))
                .map(
                        order -> {
                            open.await();
                            return order;
                        },
                        "book")
                .build());
        orders.accept("one").join();
        orders.accept("two", Delivery.delayed(HOUR)).join();

        assertThatThrownBy(() -> tester.awaitEmpty(Duration.ofMillis(50)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("'orders.book': 1 wait or are in work, 1 are delayed, 0 are dead letters");
        open.countDown();
    }

    /** Each commit in turn is the last one, for as long as there is another one. */
    @ParameterizedTest
    @EnumSource
    void bookingsAreThereOnceWhereverTheProcessCrashes(CrashPoint point) throws Exception {
        List<String> numbers = List.of("1", "2", "3");
        int crashes = 0;
        boolean crashed = true;
        while (crashed) {
            tester.crashAt(crashes + 1, point);
            Flow<String, String> orders = tester.start(this::orders);
            int round = crashes;
            numbers.stream()
                    .map(number -> orders.accept(round + "/" + number, Delivery.id(round + "/" + number)))
                    .toList()
                    .forEach(accepted -> accepted.exceptionally(lost -> null).join());
            crashed = tester.awaitCrashOrEmpty();
            if (crashed) {
                crashes++;
                Flow<String, String> again = tester.start(this::orders);
                numbers.forEach(number -> again.accept(round + "/" + number, Delivery.id(round + "/" + number))
                        .join());
                tester.awaitEmpty().crash();
            }
            assertThat(bookings())
                    .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(0, round)
                            .boxed()
                            .flatMap(i -> numbers.stream().map(number -> i + "/" + number))
                            .toList());
        }
        assertThat(crashes).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aTaskIsCalledAgainIfItsCommitIsLost() throws Exception {
        tester.crashAt(2, CrashPoint.BEFORE_COMMIT);
        tester.start(this::orders).accept("4711");
        tester.awaitCrash();
        assertThat(called).containsExactly("4711");
        assertThat(bookings()).isEmpty();

        tester.start(this::orders);
        tester.awaitEmpty();

        assertThat(called).containsExactly("4711", "4711");
        assertThat(bookings()).containsExactly("4711");
    }

    @Test
    void aTaskIsNotCalledAgainIfOnlyTheAnswerIsLost() throws Exception {
        tester.crashAt(2, CrashPoint.AFTER_COMMIT);
        tester.start(this::orders).accept("4711");
        tester.awaitCrash();

        tester.start(this::orders);
        tester.awaitEmpty();

        assertThat(called).containsExactly("4711");
        assertThat(bookings()).containsExactly("4711");
    }

    /** The next process crashes as well, at the event that the one before has left. */
    @Test
    void aCrashMayFollowOnAnother() throws Exception {
        tester.crashAt(1, CrashPoint.AFTER_COMMIT);
        tester.start(this::orders).accept("4711");
        tester.awaitCrash();

        for (int i = 0; i < 2; i++) {
            tester.crashAt(1, CrashPoint.BEFORE_COMMIT);
            tester.start(this::orders);
            tester.awaitCrash();
        }
        tester.start(this::orders);
        tester.awaitEmpty();

        assertThat(bookings()).containsExactly("4711");
    }

    @Test
    void nothingOfACrashedProcessReachesTheDatabase() throws Exception {
        Flow<String, String> orders = tester.start(this::orders);
        orders.accept("before").join();
        tester.awaitEmpty().crash();

        assertThat(orders.accept("after")).failsWithin(Duration.ofSeconds(30));
        assertThat(bookings()).containsExactly("before");
    }

    @Test
    void aDelayPassesWithTheClock() throws Exception {
        tester.start(this::orders).accept("later", Delivery.delayed(HOUR)).join();
        tester.advanceClock(Duration.ofMinutes(59));
        assertThatThrownBy(() -> tester.awaitEmpty(Duration.ofMillis(50))).isInstanceOf(AssertionError.class);

        tester.advanceClock(Duration.ofMinutes(1));
        tester.awaitEmpty();

        assertThat(bookings()).containsExactly("later");
    }

    /** An event that fails and becomes due moves from a table to another and back: it must not seem gone in between. */
    @Test
    void isNotEmptyWhileAnEventIsTriedAgain() {
        refused = "4711";
        tester.start(store -> flow(
                        store,
                        Flows.<String>create("orders")
                                .queues(store)
                                .retry(RetrySettings.DEFAULT.maxRetries(1000).delay(Duration.ofMillis(1)))))
                .accept("4711")
                .join();

        assertThatThrownBy(() -> tester.awaitEmpty(Duration.ofSeconds(1))).isInstanceOf(AssertionError.class);
    }

    static JoinSettings pool(String name) {
        return name.equals("single") ? JoinSettings.single() : JoinSettings.fixed(2);
    }

    /** In a slot with one thread the failed event waits at the head of its queue. */
    @ParameterizedTest
    @CsvSource({"fixed", "single"})
    void anotherAttemptComesWithTheClock(String pool) throws Exception {
        join = pool(pool);
        refused = "4711";
        Flow<String, String> orders = tester.start(this::patientOrders);
        orders.accept("4711").join();
        tester.awaitRetries(QUEUE, 1);
        assertThat(called).containsExactly("4711");

        refused = "";
        tester.advanceClock(HOUR).awaitEmpty();

        assertThat(called).containsExactly("4711", "4711");
        assertThat(bookings()).containsExactly("4711");
    }

    @Test
    void anIdIsForgottenWithTheClock() throws Exception {
        Flow<String, String> orders = tester.start(this::orders);
        orders.accept("one", Delivery.id("id")).join();
        orders.accept("two", Delivery.id("id")).join();
        tester.awaitEmpty().advanceClock(Duration.ofHours(25));
        orders.accept("three", Delivery.id("id")).join();
        tester.awaitEmpty();

        assertThat(bookings()).containsExactly("one", "three");
    }

    @Test
    void showsDeadLettersAndPutsThemBack() throws Exception {
        refused = "4711";
        tester.start(this::orders).accept("4711", Delivery.id("id")).join();

        assertThat(tester.awaitDeadLetters(QUEUE, 1))
                .containsExactly(new StoredDeadLetter(
                        "id",
                        null,
                        "\"4711\"",
                        1,
                        "book",
                        "java.lang.IllegalStateException",
                        "java.lang.IllegalStateException: sold out"));
        assertThat(bookings()).isEmpty();

        refused = "";
        tester.requeue(QUEUE).awaitEmpty();
        assertThat(bookings()).containsExactly("4711");
        assertThat(tester.deadLetters(QUEUE)).isEmpty();
    }

    @Test
    void refusesASecondProcess() {
        tester.start(this::orders);

        assertThatThrownBy(() -> tester.start(this::orders))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("let it crash");
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThatThrownBy(() -> tester.crashAt(0, CrashPoint.BEFORE_COMMIT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Commits count from 1, not from 0");
        assertThatThrownBy(() -> tester.awaitEmpty())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call start first");
        tester.start(this::orders);
        assertThatThrownBy(() -> tester.advanceClock(HOUR.negated())).hasMessageContaining("cannot be set back");
        assertThatThrownBy(() -> tester.deadLetters("orders.bock"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("There is no queue 'orders.bock'")
                .hasMessageContaining("[orders.book]");
    }

    @Test
    void saysThatAProcessHasNotCrashed() {
        tester.start(this::orders).accept("4711").join();
        tester.awaitEmpty();

        assertThat(tester.awaitCrashOrEmpty()).isFalse();
    }
}
