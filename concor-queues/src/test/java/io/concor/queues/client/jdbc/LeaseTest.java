package io.concor.queues.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.queues.client.ClientMessage;
import io.concor.queues.client.EndRequest;
import io.concor.queues.client.InvalidRequestException;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.NotForClientException;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.ReceiptGoneException;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.client.RequestOutcome;
import io.concor.queues.client.UnknownClientException;
import io.concor.queues.client.UnknownQueueException;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Delays and leases, by the clock of the database. */
@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeaseTest extends QueuesContract {

    private static final String STRANGER = "stranger";

    @Test
    void givesADelayedMessageWhenItIsTime() {
        String id = queues.send(MessageToSend.to(anna, ben, queue, "late").delayed(Duration.ofMillis(300)))
                .id();
        send(ben, anna, "at once");

        assertThat(receive(anna)).contains("at once");
        ReceivedMessage late = await().alias("the delay ends")
                .until(() -> queues.receive(ReceiveRequest.of(anna, queue)), Optional::isPresent)
                .orElseThrow();

        assertThat(late.message().id()).isEqualTo(id);
        assertThat(System.currentTimeMillis())
                .isGreaterThanOrEqualTo(late.message().sentAt().toEpochMilli() + 290);
    }

    @Test
    void givesALeasedMessageBackAtItsPlace() {
        send(ben, anna, "1");
        send(ben, anna, "2");
        ReceivedMessage first = lease(anna, QueuesSettings.LEAST_LEASE);

        await().alias("the lease ends").until(() -> queues.peek(anna, queue, null)
                .map(ClientMessage::content)
                .equals(Optional.of("1")));

        assertThat(first.leasedUntil()).isNotNull();
        ReceivedMessage again = lease(anna, LONG_LEASE);
        assertThat(again.message()).isEqualTo(first.message());
        assertThat(again.receipt()).isNotEqualTo(first.receipt());
        assertThatExceptionOfType(ReceiptGoneException.class).isThrownBy(() -> end(anna, first));
        end(anna, again);
        assertThat(drain(anna)).containsExactly("2");
    }

    @Test
    void endsALeaseOnce() {
        send(ben, anna, "x");
        ReceivedMessage leased = lease(anna, LONG_LEASE);

        end(anna, leased);

        assertThatExceptionOfType(ReceiptGoneException.class).isThrownBy(() -> end(anna, leased));
        assertThat(queues.management().figures(queue).depth()).isZero();
    }

    @Test
    void endsNothingOfOthers() {
        sendToAny(ben, "x");
        ReceivedMessage leased = lease(anna, LONG_LEASE);
        String id = leased.message().id();
        String receipt = receiptOf(leased);

        assertThatExceptionOfType(NotForClientException.class).isThrownBy(() -> end(carl, leased));
        assertThatExceptionOfType(ReceiptGoneException.class)
                .isThrownBy(() -> queues.end(anna, queue, "other", receipt));
        assertThatExceptionOfType(ReceiptGoneException.class)
                .isThrownBy(() -> queues.end(anna, queue, id, receipt.replaceAll("-.*", "-1")));
        assertThatExceptionOfType(ReceiptGoneException.class)
                .isThrownBy(() -> queues.end(anna, freshQueue(), id, receipt));
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> queues.end(anna, queue, id, "no receipt"));
        assertThatExceptionOfType(UnknownQueueException.class)
                .isThrownBy(() -> queues.end(anna, "no queue", id, receipt));
        assertThatExceptionOfType(UnknownClientException.class)
                .isThrownBy(() -> queues.end(STRANGER, queue, id, receipt));

        end(anna, leased);
    }

    /** In a transaction that gives nothing back, because the keeper does not see it. */
    @Test
    void endsNothingWhenTheLeaseIsOverByTheClockOfTheDatabase() throws Exception {
        send(ben, anna, "x");
        ReceivedMessage leased = lease(anna, LONG_LEASE);
        String id = leased.message().id();
        MessageStatements statements = MessageStatements.of(under.store().dialect());

        MessageEnd end = new MessageEnd(
                new EndRequest(anna, queue, id, receiptOf(leased)), MessageReceipt.of(receiptOf(leased)));
        MessageEnd.Answer late = under.store().inTransaction(c -> {
            Sql.update(
                    c, "update concor_message set due_at = due_at - ? where lessee is not null", LONG_LEASE.toMillis());
            MessageEnd.Answer answer = statements.end(c, List.of(end)).get(0);
            Sql.update(
                    c, "update concor_message set due_at = due_at + ? where lessee is not null", LONG_LEASE.toMillis());
            return answer;
        });

        assertThat(late).isEqualTo(MessageEnd.Answer.GONE);
        end(anna, leased);
    }

    @Test
    void endsEachOfSeveralByItself() {
        sendToAny(ben, "1");
        sendToAny(ben, "2");
        queues.send(MessageToSend.toAny(ben, queue, "3").withId("three"));
        sendToAny(ben, "4");
        ReceivedMessage one = lease(anna, LONG_LEASE);
        ReceivedMessage two = lease(carl, LONG_LEASE);
        ReceivedMessage three = lease(anna, LONG_LEASE);
        ReceivedMessage four = lease(anna, LONG_LEASE);
        EndRequest first = request(anna, one);

        List<RequestOutcome<String>> ended = queues.endAll(List.of(
                first,
                request(anna, two),
                first,
                new EndRequest(anna, queue, "three", receiptOf(three)),
                new EndRequest(anna, queue, "other", receiptOf(four)),
                new EndRequest(anna, "no queue", "4", receiptOf(four)),
                new EndRequest(STRANGER, queue, "4", receiptOf(four)),
                new EndRequest(anna, queue, "4", "no receipt"),
                request(carl, two)));

        assertThat(ended.stream().map(LeaseTest::result))
                .containsExactly(
                        one.message().id(),
                        "NotForClientException",
                        "ReceiptGoneException",
                        "three",
                        "ReceiptGoneException",
                        "UnknownQueueException",
                        "UnknownClientException",
                        "InvalidRequestException",
                        two.message().id());
        assertThat(queues.management().messages(queue, 0, 10, 1).stream()
                        .map(left -> left.message().id()))
                .containsExactly(four.message().id());
        assertThat(queues.endAll(List.of())).isEmpty();
    }

    private static String result(RequestOutcome<String> outcome) {
        return outcome.refusal() == null
                ? outcome.get()
                : outcome.refusal().getClass().getSimpleName();
    }

    private EndRequest request(String client, ReceivedMessage leased) {
        return new EndRequest(client, queue, leased.message().id(), receiptOf(leased));
    }

    private void end(String client, ReceivedMessage leased) {
        queues.end(client, queue, leased.message().id(), receiptOf(leased));
    }

    private static String receiptOf(ReceivedMessage leased) {
        String receipt = leased.receipt();
        assertThat(receipt).isNotNull();
        return receipt;
    }
}
