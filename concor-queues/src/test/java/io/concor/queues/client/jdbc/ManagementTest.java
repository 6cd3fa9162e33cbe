package io.concor.queues.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.queues.client.ClientQueueFigures;
import io.concor.queues.client.InvalidRequestException;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.QueueLimitException;
import io.concor.queues.client.QueuesManagement;
import io.concor.queues.client.ReceiptGoneException;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.client.StoredMessage;
import io.concor.queues.jdbc.StoreDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What operators see and do. */
@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ManagementTest extends QueuesContract {

    private QueuesManagement management() {
        return queues.management();
    }

    @Test
    void tellsTheFiguresOfAQueue() {
        ClientQueueFigures empty = management().figures(queue);
        sendToAny(ben, "1");
        sendToAny(ben, "2");
        sendToAny(ben, "3");
        queues.send(MessageToSend.toAny(ben, queue, "4").delayed(Duration.ofHours(1)));
        lease(anna, LONG_LEASE);
        receive(anna);

        ClientQueueFigures figures = management().figures(queue);

        assertThat(empty.depth()).isZero();
        assertThat(empty.oldest()).isNull();
        assertThat(figures.name()).isEqualTo(queue);
        assertThat(figures.createdBy()).isEqualTo(anna);
        assertThat(figures.depth()).isEqualTo(3);
        assertThat(figures.delayed()).isEqualTo(1);
        assertThat(figures.leased()).isEqualTo(1);
        assertThat(figures.oldest()).isNotNull().isBetween(Duration.ZERO, Duration.ofMinutes(1));
        assertThat(figures.clients()).isZero();
        await().alias("the rates of whole seconds").untilAsserted(() -> {
            ClientQueueFigures rates = management().figures(queue);
            assertThat(rates.takenPerSecond()).isPositive().isLessThan(rates.putPerSecond());
        });
    }

    @Test
    void listsQueuesAndClientsByPages() {
        String next = queue + "x";
        queues.create(ben, next);

        assertThat(management().figures(queue, 1).stream().map(ClientQueueFigures::name))
                .containsExactly(next);
        assertThat(management().clients(anna.substring(0, 4), 1_000)).contains(anna);
        assertThat(management().clients(null, 1)).hasSize(1);
        assertThat(management().clientCount()).isGreaterThanOrEqualTo(3);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> management().figures(null, 101));
    }

    @Test
    void pagesThroughMessages() {
        send(ben, anna, "\uD83D\uDE00 long");
        sendToAny(ben, "2");
        queues.send(MessageToSend.toAny(carl, queue, "3").withId("three").delayed(Duration.ofHours(1)));
        lease(anna, LONG_LEASE);

        List<StoredMessage> first = management().messages(queue, 0, 2, 3);
        List<StoredMessage> rest = management().messages(queue, first.get(1).place(), 100, 0);

        assertThat(first.stream().map(message -> message.message().content())).containsExactly("\uD83D\uDE00 l", "2");
        assertThat(first.get(0).length()).isEqualTo(6);
        assertThat(first.get(0).leasedBy()).isEqualTo(anna);
        assertThat(first.get(0).dueAt()).isNotNull();
        assertThat(first.get(0).message().to()).isEqualTo(anna);
        assertThat(first.get(1).leasedBy()).isNull();
        assertThat(first.get(1).dueAt()).isNull();
        assertThat(first.get(1).message().to()).isNull();
        assertThat(rest).hasSize(1);
        assertThat(rest.get(0).message().id()).isEqualTo("three");
        assertThat(rest.get(0).message().content()).isEmpty();
        assertThat(rest.get(0).dueAt()).isNotNull();
        assertThat(rest.get(0).leasedBy()).isNull();
    }

    /** Reads a page as an operator does, and counts the bytes of the contents that are read. */
    private List<StoredMessage> page(int mostLength, AtomicLong bytes) throws SQLException {
        int number = (int) under.number("select id from concor_client_queue where name = ?", queue);
        return under.store()
                .inTransaction(connection -> new MessageTable(under.store().dialect())
                        .page(counting(Connection.class, connection, bytes), number, 0, 100, mostLength));
    }

    private static <T> T counting(Class<T> type, T real, AtomicLong bytes) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object result = method.invoke(real, arguments);
                    if (result instanceof byte[] content) {
                        bytes.addAndGet(content.length);
                    }
                    if (result instanceof PreparedStatement statement) {
                        return counting(PreparedStatement.class, statement, bytes);
                    }
                    return result instanceof ResultSet rows ? counting(ResultSet.class, rows, bytes) : result;
                }));
    }

    @Test
    void readsNoMoreOfContentsThanItShows() throws Exception {
        sendToAny(ben, "x".repeat(MAX_LENGTH));
        sendToAny(ben, "\u20AC\uD83D\uDE00".repeat(MAX_LENGTH / 2));
        AtomicLong bytes = new AtomicLong();

        assertThat(page(0, bytes).stream().map(stored -> stored.message().content()))
                .containsExactly("", "");
        assertThat(bytes).hasValue(0);
        List<StoredMessage> page = page(10, bytes);
        assertThat(page.stream().map(stored -> stored.message().content()))
                .containsExactly("x".repeat(10), "\u20AC\uD83D\uDE00".repeat(5));
        assertThat(page.stream().map(StoredMessage::length)).containsOnly(MAX_LENGTH);
        assertThat(bytes).hasPositiveValue().hasValueLessThanOrEqualTo(2 * 4 * 10);
    }

    @Test
    void purgesAQueue() {
        for (int i = 0; i < 3; i++) {
            queues.sendAll(IntStream.range(0, 500)
                    .mapToObj(n -> MessageToSend.toAny(ben, queue, "x"))
                    .toList());
        }
        lease(anna, LONG_LEASE);
        queues.send(MessageToSend.toAny(ben, queue, "x").delayed(Duration.ofHours(1)));
        String other = freshQueue();
        queues.send(MessageToSend.toAny(ben, other, "y"));

        assertThat(management().purge(queue, Duration.ofHours(1))).isZero();
        assertThat(management().purge(queue, null)).isEqualTo(1_501);

        assertThat(management().figures(queue).depth()).isZero();
        assertThat(management().figures(other).depth()).isEqualTo(1);
        assertThat(management().purge(other, Duration.ZERO)).isEqualTo(1);
    }

    @Test
    void givesLeasedMessagesBack() {
        sendToAny(ben, "1");
        sendToAny(ben, "2");
        ReceivedMessage first = lease(anna, LONG_LEASE);
        lease(carl, LONG_LEASE);
        queues.send(MessageToSend.toAny(ben, queue, "3").delayed(Duration.ofHours(1)));

        assertThat(management().requeue(queue, anna)).isEqualTo(1);

        assertThatExceptionOfType(ReceiptGoneException.class)
                .isThrownBy(() -> queues.end(anna, queue, first.message().id(), String.valueOf(first.receipt())));
        assertThat(drain(anna)).containsExactly("1");
        assertThat(management().requeue(queue, null)).isEqualTo(1);
        assertThat(drain(anna)).containsExactly("2");
    }

    @Test
    void boundsQueuesAndClients() throws Exception {
        JdbcQueues bounded = under.open(settings().withMost(1, 1));

        assertThatExceptionOfType(QueueLimitException.class).isThrownBy(() -> bounded.register("one more"));
        assertThatExceptionOfType(QueueLimitException.class).isThrownBy(() -> bounded.create(anna, "one more"));
        assertThat(bounded.register(anna)).as("registered before").isFalse();
        assertThat(bounded.create(anna, queue)).as("created before").isFalse();
    }

    @Test
    void countsClientsThatHaveLeft() throws Exception {
        int clients = (int) under.number("select count(*) from concor_client");
        JdbcQueues bounded = under.open(settings().withMost(1, clients + 1));
        bounded.register("leaves");
        bounded.leave("leaves");

        assertThatExceptionOfType(QueueLimitException.class).isThrownBy(() -> bounded.register("one more"));
        assertThat(bounded.register("leaves")).as("comes back").isTrue();
    }
}
