package io.concor.queues.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.concor.queues.client.ClientMessage;
import io.concor.queues.client.ContentTooLongException;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.QueueExistsException;
import io.concor.queues.client.QueueFilledException;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.client.RequestOutcome;
import io.concor.queues.client.SentMessage;
import io.concor.queues.client.UnknownClientException;
import io.concor.queues.client.UnknownQueueException;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What each call does, in each database. */
@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueuesContractTest extends QueuesContract {

    @Test
    void registersOnce() {
        assertThat(queues.register("dora" + queue)).isTrue();
        assertThat(queues.register("dora" + queue)).isFalse();
        assertThat(queues.management().clients("dora", 1_000)).contains("dora" + queue);
    }

    @Test
    void keepsTheMessagesOfAClientThatLeavesAndComesBack() {
        send(ben, anna, "before");
        queues.leave(anna);

        assertThatExceptionOfType(UnknownClientException.class).isThrownBy(() -> send(ben, anna, "meanwhile"));
        assertThatExceptionOfType(UnknownClientException.class).isThrownBy(() -> receive(anna));
        assertThatExceptionOfType(UnknownClientException.class).isThrownBy(() -> queues.leave(anna));

        assertThat(queues.register(anna)).isTrue();
        assertThat(drain(anna)).containsExactly("before");
    }

    @Test
    void givesBackWhatAClientHasLeasedThatLeaves() {
        sendToAny(ben, "leased");
        send(ben, anna, "for anna");
        sendToAny(ben, "of another");
        queues.send(MessageToSend.toAny(ben, queue, "delayed").delayed(LONG_LEASE));
        lease(anna, LONG_LEASE);
        lease(anna, LONG_LEASE);
        lease(carl, LONG_LEASE);

        queues.leave(anna);

        assertThat(drain(carl)).containsExactly("leased");
        queues.register(anna);
        assertThat(drain(anna)).containsExactly("for anna");
    }

    @Test
    void givesMessagesOfAClientThatHasLeft() {
        send(ben, anna, "last words");
        queues.leave(ben);

        assertThat(queues.receive(ReceiveRequest.of(anna, queue).from(ben))
                        .orElseThrow()
                        .message()
                        .from())
                .isEqualTo(ben);
    }

    @Test
    void createsAQueueOnce() {
        String name = "q" + queue;

        assertThat(queues.create(anna, name)).isTrue();
        assertThat(queues.create(anna, name)).isFalse();
        assertThatExceptionOfType(QueueExistsException.class).isThrownBy(() -> queues.create(ben, name));
        assertThat(queues.queues(ben, null, 1_000)).contains(name, queue);
    }

    @Test
    void listsQueuesInTheirOrderBehindAName() {
        List<String> names =
                IntStream.range(0, 5).mapToObj(i -> queue + "-" + i).toList();
        names.forEach(name -> queues.create(anna, name));

        assertThat(queues.queues(anna, queue, 3)).isEqualTo(names.subList(0, 3));
        assertThat(queues.queues(anna, names.get(2), 2)).isEqualTo(names.subList(3, 5));
        assertThat(queues.queues(anna, "\uFFFD", 3)).isEmpty();
    }

    @Test
    void deletesAQueueThatIsEmptyOrByForce() {
        send(ben, anna, "x");

        assertThatExceptionOfType(QueueFilledException.class).isThrownBy(() -> queues.delete(carl, queue, false));
        assertThat(queues.peek(anna, queue, null)).isPresent();
        lease(anna, LONG_LEASE);
        assertThatExceptionOfType(QueueFilledException.class).isThrownBy(() -> queues.delete(carl, queue, false));

        queues.delete(carl, queue, true);

        assertThatExceptionOfType(UnknownQueueException.class).isThrownBy(() -> send(ben, anna, "y"));
        assertThat(queues.queues(anna, null, 1_000)).doesNotContain(queue);
        queues.create(ben, queue);
        assertThat(drain(anna)).as("a new queue of the same name").isEmpty();
        queues.delete(anna, queue, false);
    }

    @Test
    void deletesTheMessagesOfADeletedQueueInTheEnd() {
        send(ben, anna, "x");
        queues.delete(anna, queue, true);

        await().alias("the messages are deleted")
                .until(() -> under.number("select count(*) from concor_message m"
                                + " where not exists (select 1 from concor_client_queue q where q.id = m.queue)")
                        == 0);
    }

    @Test
    void givesTheOldestFirstWhoeverItWasSentTo() {
        send(ben, anna, "1");
        sendToAny(carl, "2");
        send(carl, anna, "3");
        sendToAny(ben, "4");

        assertThat(queues.peek(anna, queue, null).map(ClientMessage::content)).contains("1");
        assertThat(drain(anna)).containsExactly("1", "2", "3", "4");
    }

    @Test
    void givesTheOldestOfOneSender() {
        send(ben, anna, "1");
        sendToAny(carl, "2");
        send(carl, anna, "3");
        sendToAny(ben, "4");
        ReceiveRequest ofCarl = ReceiveRequest.of(anna, queue).from(carl);

        assertThat(queues.peek(anna, queue, carl).map(ClientMessage::content)).contains("2");
        assertThat(queues.receive(ofCarl).orElseThrow().message().content()).isEqualTo("2");
        assertThat(queues.receive(ofCarl).orElseThrow().message().content()).isEqualTo("3");
        assertThat(queues.receive(ofCarl)).isEmpty();
        assertThat(drain(anna)).containsExactly("1", "4");
    }

    @Test
    void findsAMessageBehindManyOfTheClientItself() {
        for (int i = 0; i < 3; i++) {
            queues.sendAll(IntStream.range(0, 100)
                    .mapToObj(n -> MessageToSend.toAny(anna, queue, "own"))
                    .toList());
        }
        assertThat(receive(anna)).isEmpty();
        assertThat(queues.peek(anna, queue, null)).isEmpty();
        sendToAny(ben, "b1");
        sendToAny(carl, "c1");
        send(carl, anna, "c2");
        sendToAny(ben, "b2");

        assertThat(queues.peek(anna, queue, null).map(ClientMessage::content)).contains("b1");
        assertThat(lease(anna, LONG_LEASE).message().content()).isEqualTo("b1");
        assertThat(drain(anna)).containsExactly("c1", "c2", "b2");
        assertThat(queues.waiting(anna)).doesNotContain(queue);
        assertThat(queues.waiting(ben)).contains(queue);
    }

    @Test
    void takesAMessageOfTheSameIdOnce() {
        MessageToSend message = MessageToSend.to(anna, ben, queue, "x").withId("order 17");

        SentMessage first = queues.send(message);
        SentMessage second = queues.send(message);
        List<RequestOutcome<SentMessage>> both = queues.sendAll(List.of(message.withId("b"), message.withId("b")));

        assertThat(first).isEqualTo(new SentMessage("order 17", false));
        assertThat(second).isEqualTo(new SentMessage("order 17", true));
        assertThat(both.stream().map(outcome -> outcome.get().repeated())).containsExactly(false, true);
        assertThat(drain(anna)).hasSize(2);
        assertThat(queues.send(message).repeated())
                .as("also when it was received")
                .isTrue();
        assertThat(drain(anna)).isEmpty();
    }

    @Test
    void remembersIdsOfEachSenderAndQueue() {
        String other = freshQueue();
        MessageToSend message = MessageToSend.to(anna, ben, queue, "x").withId("1");

        assertThat(queues.send(message).repeated()).isFalse();
        assertThat(queues.send(MessageToSend.to(anna, carl, queue, "y").withId("1"))
                        .repeated())
                .isFalse();
        assertThat(queues.send(MessageToSend.to(anna, ben, other, "z").withId("1"))
                        .repeated())
                .isFalse();
    }

    @Test
    void forgetsIdsAfterTheirTime() throws Exception {
        JdbcQueues forgetful = under.open(settings().withRemember(Duration.ofSeconds(1)));
        MessageToSend message = MessageToSend.to(anna, ben, queue, "x").withId("1");
        forgetful.send(message);

        await().alias("the id is forgotten")
                .until(() -> !forgetful.send(message).repeated());

        assertThat(drain(anna)).hasSize(2);
    }

    @Test
    void keepsEveryContentAsItIs() {
        List<String> contents = List.of("", " ", "\u0000", "äöü € 日本語 \uD83D\uDE00", "'; drop table x; --", "\r\n\t");
        contents.forEach(content -> send(ben, anna, content));

        assertThat(drain(anna)).isEqualTo(contents);
    }

    @Test
    void countsCharactersAndNotBytes() {
        String longest = "\uD83D\uDE00".repeat(MAX_LENGTH);
        send(ben, anna, longest);

        assertThat(receive(anna)).contains(longest);
        assertThatExceptionOfType(ContentTooLongException.class)
                .isThrownBy(() -> send(ben, anna, "x".repeat(MAX_LENGTH + 1)))
                .satisfies(failed -> assertThat(failed.length()).isEqualTo(MAX_LENGTH + 1))
                .satisfies(failed -> assertThat(failed.most()).isEqualTo(MAX_LENGTH));
    }

    @Test
    void takesAMillionCharactersIfItMay() throws Exception {
        JdbcQueues wide = under.open(settings().withMaxLength(1_000_000));
        String content = "x".repeat(1_000_000);
        wide.send(MessageToSend.to(anna, ben, queue, content));

        assertThat(receive(anna)).contains(content);
    }

    /** As if they were asked for one after the other, also if a message is the first one for several, or of the client itself. */
    @Test
    void givesToSeveralAtOnceInTheOrderOfEach() {
        sendToAny(anna, "a1");
        sendToAny(ben, "b1");
        send(ben, anna, "b2");
        send(ben, carl, "b3");
        ReceiveRequest ofAnna = ReceiveRequest.of(anna, queue);
        ReceiveRequest ofCarl = ReceiveRequest.of(carl, queue);

        List<String> received = queues.receiveAll(List.of(ofAnna, ofCarl, ofAnna, ofCarl, ofAnna, ofCarl)).stream()
                .map(outcome ->
                        outcome.get().map(each -> each.message().content()).orElse("-"))
                .toList();

        assertThat(received).containsExactly("b1", "a1", "b2", "b3", "-", "-");
    }

    @Test
    void keepsTheOrderOfAListAndOfManyReceives() {
        List<String> contents = IntStream.range(0, 40).mapToObj(i -> "m" + i).toList();
        List<RequestOutcome<SentMessage>> sent = queues.sendAll(contents.stream()
                .map(content -> MessageToSend.to(anna, ben, queue, content))
                .toList());

        List<ClientMessage> received =
                queues.receiveAll(Collections.nCopies(41, ReceiveRequest.of(anna, queue))).stream()
                        .flatMap(outcome -> outcome.get().stream())
                        .map(ReceivedMessage::message)
                        .toList();

        assertThat(received).extracting(ClientMessage::content).isEqualTo(contents);
        assertThat(received)
                .extracting(ClientMessage::id)
                .isEqualTo(sent.stream().map(outcome -> outcome.get().id()).toList());
    }
}
