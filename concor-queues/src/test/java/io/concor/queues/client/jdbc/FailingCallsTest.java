package io.concor.queues.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.concor.QueueStoreException;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.client.RequestOutcome;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.store.FailingDataSource;
import io.concor.queues.store.FailingDataSource.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What calls tell, and keep, when the database fails, and how many statements they make of what is asked together. */
@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailingCallsTest extends QueuesContract {

    private static final String RECEIVE = "delete from concor_message m using";

    private FailingDataSource failing;
    private JdbcQueues through;

    @BeforeEach
    void openThroughAFailingDataSource() throws Exception {
        AtomicReference<FailingDataSource> wrapped = new AtomicReference<>();
        through = under.open(settings(), real -> {
            wrapped.set(new FailingDataSource(real));
            return wrapped.get();
        });
        failing = wrapped.get();
    }

    @AfterEach
    void close() {
        failing.failOn(null);
        through.close();
    }

    private static List<String> contents(List<RequestOutcome<Optional<ReceivedMessage>>> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.refusal() == null)
                .flatMap(outcome -> outcome.get().stream())
                .map(received -> received.message().content())
                .toList();
    }

    @Test
    void losesNothingThatWasTakenBeforeTheDatabaseFailed() {
        send(ben, anna, "1");
        send(ben, carl, "2");
        failing.failOn("lessee = ");

        List<RequestOutcome<Optional<ReceivedMessage>>> outcomes = through.receiveAll(List.of(
                ReceiveRequest.of(anna, queue), ReceiveRequest.of(carl, queue).leased(LONG_LEASE)));

        failing.failOn(null);
        assertThat(outcomes.get(1).refusal()).isInstanceOf(QueueStoreException.class);
        List<String> all = new ArrayList<>(contents(outcomes));
        all.addAll(drain(anna));
        all.addAll(drain(carl));
        assertThat(all).containsExactly("1", "2");
    }

    /** PostgreSQL looks again by another statement. */
    @Test
    void losesNothingThatWasTakenWhenALookAgainFails() {
        assumeTrue(database == StoreDatabase.POSTGRESQL);
        queues.sendAll(Collections.nCopies(100, MessageToSend.toAny(anna, queue, "own")));
        send(ben, carl, "x");
        failing.failOn("senders(sender)");

        List<RequestOutcome<Optional<ReceivedMessage>>> outcomes =
                through.receiveAll(List.of(ReceiveRequest.of(carl, queue), ReceiveRequest.of(anna, queue)));

        assertThat(outcomes.get(0).refusal()).isNull();
        assertThat(outcomes.get(1).refusal()).isInstanceOf(QueueStoreException.class);
    }

    @Test
    void losesNothingThatWasTakenBeforeTheMemoryWasFull() {
        assumeTrue(database == StoreDatabase.POSTGRESQL);
        send(ben, carl, "x");
        failing.failOn("lessee = ", Fault.OUT_OF_MEMORY);

        List<RequestOutcome<Optional<ReceivedMessage>>> outcomes = through.receiveAll(List.of(
                ReceiveRequest.of(carl, queue), ReceiveRequest.of(anna, queue).leased(LONG_LEASE)));

        assertThat(contents(outcomes)).containsExactly("x");
        assertThat(isUnknown(outcomes.get(1))).isTrue();
    }

    @Test
    void asksForNothingMoreAfterAFailure() {
        assumeTrue(database == StoreDatabase.POSTGRESQL);
        failing.failOn(RECEIVE);

        List<RequestOutcome<Optional<ReceivedMessage>>> outcomes =
                through.receiveAll(Collections.nCopies(40, ReceiveRequest.of(anna, queue)));

        assertThat(failing.failures()).isEqualTo(1);
        assertThat(outcomes.stream().map(FailingCallsTest::isUnknown))
                .isEqualTo(IntStream.range(0, 40).mapToObj(i -> i < 16).toList());
    }

    private static boolean isUnknown(RequestOutcome<?> outcome) {
        return outcome.refusal() instanceof QueueStoreException failed && failed.outcomeUnknown();
    }

    /** The driver of PostgreSQL prepares each text by itself. */
    @Test
    void makesFewStatementsOfReceivesInAnyOrder() {
        assumeTrue(database == StoreDatabase.POSTGRESQL);
        ReceiveRequest plain = ReceiveRequest.of(anna, queue);
        ReceiveRequest leased = plain.leased(LONG_LEASE);
        ReceiveRequest ofBen = plain.from(ben);

        assertThat(statementsOf(Collections.nCopies(15, plain)))
                .isEqualTo(statementsOf(Collections.nCopies(16, plain)))
                .hasSize(1);
        assertThat(statementsOf(List.of(plain, leased, ofBen, plain, leased)))
                .isEqualTo(statementsOf(List.of(leased, plain, leased, plain, ofBen)))
                .hasSize(3);
    }

    private Set<String> statementsOf(List<ReceiveRequest> requests) {
        failing.forgetStatements();
        through.receiveAll(requests)
                .forEach(outcome -> assertThat(outcome.get()).isEmpty());
        return new TreeSet<>(failing.statements("walk(id, own, n)"));
    }

    @Test
    void knowsThatATransactionWithoutACommitHasDoneNothing() {
        failing.failOn("into concor_client ");

        QueueStoreException failed =
                catchThrowableOfType(QueueStoreException.class, () -> through.register("dora" + queue));

        assertThat(failed.outcomeUnknown()).isFalse();
        failing.failOn(null);
        assertThat(through.register("dora" + queue)).isTrue();
    }

    @Test
    void doesNotKnowWhatALostCommitHasDone() {
        failing.failCommitsOf("into concor_client ", Fault.AFTER, 1, 1);

        QueueStoreException failed =
                catchThrowableOfType(QueueStoreException.class, () -> through.register("dora" + queue));

        assertThat(failed.outcomeUnknown()).isTrue();
        assertThat(through.register("dora" + queue)).isFalse();
    }

    /** Each is a round trip. */
    @Test
    void makesFewStatementsWhereACallHasSeveral() {
        assumeTrue(database == StoreDatabase.MARIADB || database == StoreDatabase.MYSQL);

        assertThat(callsOf(() -> through.send(MessageToSend.toAny(ben, queue, "x"))))
                .isEqualTo(2);
        assertThat(callsOf(() ->
                        through.send(MessageToSend.to(anna, ben, queue, "x").withId("1"))))
                .isEqualTo(3);
        assertThat(callsOf(() -> through.sendAll(Collections.nCopies(8, MessageToSend.toAny(ben, queue, "x")))))
                .isEqualTo(2);
        ReceiveRequest receive = ReceiveRequest.of(anna, queue);
        assertThat(callsOf(() -> through.receive(receive))).isEqualTo(3);
        AtomicReference<ReceivedMessage> leased = new AtomicReference<>();
        assertThat(callsOf(() ->
                        leased.set(through.receive(receive.leased(LONG_LEASE)).orElseThrow())))
                .isEqualTo(3);
        assertThat(callsOf(() -> through.end(
                        anna,
                        queue,
                        leased.get().message().id(),
                        String.valueOf(leased.get().receipt()))))
                .isEqualTo(1);
    }

    /** Returns the statements of a call, without those of other threads. */
    private long callsOf(Runnable call) {
        failing.forgetStatements();
        call.run();
        return failing.statements("concor_").stream()
                .filter(sql -> Stream.of("concor_instance", "select due_at", "m.queue > ?", "order by sent_at")
                        .noneMatch(sql::contains))
                .count();
    }

    @Test
    void countsTheMessagesOfAListOfQueuesAtOnce() {
        assumeTrue(database != StoreDatabase.SQLITE); // its queries go another way
        sendToAny(ben, "x");
        IntStream.range(0, 5).forEach(i -> freshQueue());
        failing.forgetStatements();

        assertThat(through.management().figures(null, 100).stream()
                        .filter(figures -> figures.name().equals(queue))
                        .map(figures -> figures.depth()))
                .containsExactly(1L);

        assertThat(failing.statements("x.sent_at")).hasSize(1);
    }
}
