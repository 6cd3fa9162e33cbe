package io.concor.queues.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.concor.queues.client.ClientMessage;
import io.concor.queues.client.InvalidRequestException;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.client.RequestOutcome;
import io.concor.queues.client.SentMessage;
import io.concor.queues.client.UnknownClientException;
import io.concor.queues.client.UnknownQueueException;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is refused changes nothing, and each of several requests is served by itself. */
@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestsTest extends QueuesContract {

    private static final String STRANGER = "stranger";

    @Test
    void refusesBadRequestsAndChangesNothing() throws Exception {
        long before = everything();
        String tooLong = "n".repeat(QueuesSettings.MOST_NAME + 1);

        for (String bad : List.of("", tooLong, "a\nb", "a\u0000", "\u202Eabc", "\uD800")) {
            refused(() -> queues.register(bad));
            refused(() -> queues.create(anna, bad));
            refused(() -> queues.create(bad, queue));
            refused(() -> queues.send(MessageToSend.toAny(bad, queue, "x")));
            refused(() -> queues.send(MessageToSend.toAny(anna, bad, "x")));
            refused(() -> queues.send(MessageToSend.to(bad, anna, queue, "x")));
            refused(() -> queues.send(MessageToSend.toAny(anna, queue, "x").withId(bad)));
            refused(() -> queues.receive(ReceiveRequest.of(bad, queue)));
            refused(() -> queues.receive(ReceiveRequest.of(anna, queue).from(bad)));
            refused(() -> queues.waiting(bad));
        }
        MessageToSend message = MessageToSend.to(ben, anna, queue, "x");
        refused(() -> queues.send(MessageToSend.to(anna, anna, queue, "x")));
        refused(() -> queues.send(MessageToSend.to(ben, anna, queue, "\uD800")));
        refused(() -> queues.send(message.delayed(Duration.ofMillis(-1))));
        refused(() -> queues.send(message.delayed(QueuesSettings.MOST_DELAY.plusMillis(1))));
        refused(() -> queues.receive(ReceiveRequest.of(anna, queue).leased(Duration.ofMillis(99))));
        refused(() -> queues.receive(ReceiveRequest.of(anna, queue).leased(Duration.ofDays(1))));
        refused(() -> queues.queues(anna, null, 0));
        refused(() -> queues.queues(anna, null, 1_001));
        refused(() -> queues.sendAll(Collections.nCopies(QueuesSettings.MOST_AT_ONCE + 1, message)));

        assertThat(everything()).isEqualTo(before);
    }

    private static void refused(ThrowingCallable call) {
        assertThat(catchThrowable(call)).isInstanceOf(InvalidRequestException.class);
    }

    private long everything() throws Exception {
        return under.number("select (select count(*) from concor_client) + (select count(*) from concor_client_queue)"
                + " + (select count(*) from concor_message) + (select count(*) from concor_message_seen)");
    }

    @Test
    void tellsWhoAndWhatIsUnknown() throws Exception {
        sendToAny(ben, "not for strangers");
        long before = everything();

        unknownClient(STRANGER, () -> queues.create(STRANGER, "q"));
        unknownClient(STRANGER, () -> queues.delete(STRANGER, queue, false));
        unknownClient(STRANGER, () -> queues.queues(STRANGER, null, 1));
        unknownClient(STRANGER, () -> queues.waiting(STRANGER));
        unknownClient(STRANGER, () -> sendToAny(STRANGER, "x"));
        unknownClient(STRANGER, () -> send(anna, STRANGER, "x"));
        unknownClient(STRANGER, () -> receive(STRANGER));
        unknownClient(STRANGER, () -> queues.peek(STRANGER, queue, null));
        unknownClient(
                STRANGER, () -> queues.receive(ReceiveRequest.of(anna, queue).from(STRANGER)));
        unknownClient(STRANGER, () -> queues.peek(anna, queue, STRANGER));
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> queues.delete(anna, "no queue", true),
                () -> queues.send(MessageToSend.toAny(anna, "no queue", "x").withId("1")),
                () -> queues.receive(ReceiveRequest.of(anna, "no queue")),
                () -> queues.peek(anna, "no queue", null),
                () -> queues.management().figures("no queue"))) {
            assertThat(catchThrowable(call)).isInstanceOf(UnknownQueueException.class);
        }

        assertThat(everything()).isEqualTo(before);
    }

    private static void unknownClient(String name, ThrowingCallable call) {
        assertThatExceptionOfType(UnknownClientException.class)
                .isThrownBy(call)
                .satisfies(failed -> assertThat(failed.client()).isEqualTo(name));
    }

    @Test
    void servesEachOfSeveralByItself() {
        List<RequestOutcome<SentMessage>> sent = queues.sendAll(List.of(
                MessageToSend.to(anna, ben, queue, "1"),
                MessageToSend.to(anna, anna, queue, "2"),
                MessageToSend.to(anna, STRANGER, queue, "3"),
                MessageToSend.to(anna, ben, "no queue", "4"),
                MessageToSend.to(anna, ben, queue, "x".repeat(MAX_LENGTH + 1)),
                MessageToSend.toAny(ben, queue, "6"),
                MessageToSend.to(carl, ben, queue, "7")));
        List<RequestOutcome<Optional<ReceivedMessage>>> received = queues.receiveAll(List.of(
                ReceiveRequest.of(anna, queue),
                ReceiveRequest.of(STRANGER, queue),
                ReceiveRequest.of(anna, queue).leased(LONG_LEASE),
                ReceiveRequest.of(ben, queue),
                ReceiveRequest.of(carl, queue).from(ben),
                ReceiveRequest.of(carl, "")));

        assertThat(sent.stream().map(RequestsTest::refusal))
                .containsExactly(
                        "",
                        "InvalidRequestException",
                        "UnknownClientException",
                        "UnknownQueueException",
                        "ContentTooLongException",
                        "",
                        "");
        assertThat(received.stream().map(RequestsTest::refusal))
                .containsExactly("", "UnknownClientException", "", "", "", "InvalidRequestException");
        List<String> contents = new ArrayList<>();
        for (int i : List.of(0, 2, 3, 4)) {
            contents.add(received.get(i)
                    .get()
                    .map(found -> found.message().content())
                    .orElse("-"));
        }
        assertThat(contents).containsExactly("1", "6", "-", "7");
        assertThat(queues.sendAll(List.of())).isEmpty();
        assertThat(queues.waitingAll(List.of(anna, STRANGER, anna)).stream().map(RequestsTest::refusal))
                .containsExactly("", "UnknownClientException", "");
    }

    @Test
    void readsForEachOfSeveral() {
        send(ben, anna, "1");
        send(carl, anna, "2");

        List<RequestOutcome<Optional<ClientMessage>>> seen = queues.peekAll(List.of(
                ReceiveRequest.of(anna, queue),
                ReceiveRequest.of(STRANGER, queue),
                ReceiveRequest.of(anna, queue).leased(LONG_LEASE),
                ReceiveRequest.of(anna, queue).from(carl),
                ReceiveRequest.of(ben, queue),
                ReceiveRequest.of(anna, "no queue"),
                ReceiveRequest.of(ben, queue).from(carl),
                ReceiveRequest.of(anna, queue).from(STRANGER),
                ReceiveRequest.of(anna, queue).from(anna)));

        assertThat(seen.stream().map(RequestsTest::refusal))
                .containsExactly(
                        "",
                        "UnknownClientException",
                        "",
                        "",
                        "",
                        "UnknownQueueException",
                        "",
                        "UnknownClientException",
                        "");
        assertThat(List.of(0, 2, 3, 4, 6, 8).stream()
                        .map(i -> seen.get(i).get().map(ClientMessage::content).orElse("-")))
                .containsExactly("1", "1", "2", "-", "-", "-");
        assertThat(drain(anna)).containsExactly("1", "2");
    }

    /** An id counts from the first message that was stored. */
    @Test
    void takesAMessageBehindARefusedOneOfTheSameId() {
        MessageToSend refused = MessageToSend.to(STRANGER, ben, queue, "x").withId("1");
        MessageToSend taken = MessageToSend.to(anna, ben, queue, "y").withId("1");

        List<RequestOutcome<SentMessage>> sent = queues.sendAll(List.of(refused, taken, taken));

        assertThat(sent.stream().map(RequestsTest::refusal)).containsExactly("UnknownClientException", "", "");
        assertThat(sent.get(1).get()).isEqualTo(new SentMessage("1", false));
        assertThat(sent.get(2).get()).isEqualTo(new SentMessage("1", true));
        assertThat(drain(anna)).containsExactly("y");
    }

    private static String refusal(RequestOutcome<?> outcome) {
        return outcome.refusal() == null ? "" : outcome.refusal().getClass().getSimpleName();
    }
}
