package io.concor.queues.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.client.ClientMessage;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client sees of each kind of message, by each call. Anna looks. */
@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VisibilityTest extends QueuesContract {

    private static final Duration HOUR = Duration.ofHours(1);

    /** A message, and whether Anna may have it. */
    enum Kind {
        TO_HER(true),
        TO_ANOTHER(false),
        TO_ANY(true),
        TO_ANY_BY_HERSELF(false),
        BY_HERSELF_TO_ANOTHER(false),
        DELAYED(false),
        LEASED_BY_ANOTHER(false),
        LEASED_BY_HERSELF(false),
        IN_ANOTHER_QUEUE(false),
        NONE(false);

        private final boolean visible;

        Kind(boolean visible) {
            this.visible = visible;
        }
    }

    private void put(Kind kind) {
        switch (kind) {
            case TO_HER -> send(ben, anna, "x");
            case TO_ANOTHER -> send(ben, carl, "x");
            case TO_ANY -> sendToAny(ben, "x");
            case TO_ANY_BY_HERSELF -> sendToAny(anna, "x");
            case BY_HERSELF_TO_ANOTHER -> send(anna, ben, "x");
            case DELAYED -> queues.send(MessageToSend.to(anna, ben, queue, "x").delayed(HOUR));
            case LEASED_BY_ANOTHER -> {
                sendToAny(ben, "x");
                lease(carl, HOUR);
            }
            case LEASED_BY_HERSELF -> {
                sendToAny(ben, "x");
                lease(anna, HOUR);
            }
            case IN_ANOTHER_QUEUE -> queues.send(MessageToSend.to(anna, ben, freshQueue(), "x"));
            case NONE -> {}
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void isTheSameForEachCall(Kind kind) throws Exception {
        put(kind);
        long stored = stored();

        assertThat(queues.waiting(anna).contains(queue)).isEqualTo(kind.visible);
        assertThat(queues.waitingAll(List.of(carl, anna)).get(1).get().contains(queue))
                .isEqualTo(kind.visible);
        assertThat(queues.peek(anna, queue, null).isPresent()).isEqualTo(kind.visible);
        assertThat(queues.peek(anna, queue, ben).isPresent()).isEqualTo(kind.visible);
        assertThat(queues.peek(anna, queue, carl)).isEmpty();
        assertThat(queues.peek(anna, queue, anna)).isEmpty();
        assertThat(queues.receive(ReceiveRequest.of(anna, queue).from(carl))).isEmpty();
        assertThat(queues.receive(ReceiveRequest.of(anna, queue).from(anna))).isEmpty();
        assertThat(stored()).as("what was only looked at stays").isEqualTo(stored);

        assertThat(queues.receive(ReceiveRequest.of(anna, queue)).isPresent()).isEqualTo(kind.visible);
        assertThat(stored()).isEqualTo(kind.visible ? stored - 1 : stored);
        assertThat(receive(anna)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void isTheSameForALeaseAndForASender(Kind kind) {
        put(kind);

        Optional<ReceivedMessage> leased =
                queues.receive(ReceiveRequest.of(anna, queue).from(ben).leased(HOUR));

        assertThat(leased.isPresent()).isEqualTo(kind.visible);
        assertThat(queues.peek(anna, queue, null)).isEmpty();
        assertThat(queues.waiting(anna)).doesNotContain(queue);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"TO_HER", "TO_ANY"})
    void tellsAllOfTheMessage(Kind kind) throws Exception {
        long before = under.number("select " + under.store().dialect().nowMillis());
        put(kind);

        ClientMessage peeked = queues.peek(anna, queue, null).orElseThrow();
        ReceivedMessage received =
                queues.receive(ReceiveRequest.of(anna, queue)).orElseThrow();

        assertThat(received.message()).isEqualTo(peeked);
        assertThat(received.receipt()).isNull();
        assertThat(received.leasedUntil()).isNull();
        assertThat(peeked.from()).isEqualTo(ben);
        assertThat(peeked.to()).isEqualTo(kind == Kind.TO_HER ? anna : null);
        assertThat(peeked.content()).isEqualTo("x");
        assertThat(peeked.id()).isNotEmpty();
        assertThat(peeked.sentAt().toEpochMilli())
                .isBetween(
                        before, under.number("select " + under.store().dialect().nowMillis()));
    }

    private long stored() throws Exception {
        return under.number(
                "select count(*) from concor_message m join concor_client_queue q on q.id = m.queue where q.name = ?",
                queue);
    }
}
