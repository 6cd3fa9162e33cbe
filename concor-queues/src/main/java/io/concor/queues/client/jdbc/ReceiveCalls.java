package io.concor.queues.client.jdbc;

import io.concor.queues.client.ClientMessage;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.client.RequestOutcome;
import io.concor.queues.client.UnknownClientException;
import io.concor.queues.client.UnknownQueueException;
import io.concor.queues.client.jdbc.ReceiveAnswer.State;
import io.concor.queues.jdbc.Backoff;
import io.concor.queues.jdbc.HeldConnection.Work;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The calls that receive and read messages. Thread-safe. */
final class ReceiveCalls {

    private static final String ACTION = "receive messages";
    private static final int MOST_REPEATS = 50;
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private final ClientDatabase database;
    private final MessageStatements statements;
    private final Consumer<ReceiveRequest> received;
    private final SecureRandom random = new SecureRandom();

    /**
     * @param received learns which requests got a message
     */
    ReceiveCalls(ClientDatabase database, MessageStatements statements, Consumer<ReceiveRequest> received) {
        this.database = database;
        this.statements = statements;
        this.received = received;
    }

    List<RequestOutcome<Optional<ReceivedMessage>>> receiveAll(List<ReceiveRequest> requests) {
        RequestCheck.atOnce(requests);
        return Refusals.served(requests, this::checked, this::taken, this::read);
    }

    private MessageTake checked(ReceiveRequest request) {
        RequestCheck.receive(request);
        return new MessageTake(request, request.lease() == null ? 0 : random.nextLong());
    }

    private record Taken(MessageTake take, ReceiveAnswer answer) {}

    private List<Taken> taken(List<MessageTake> takes) {
        List<ReceiveAnswer> answers = change(c -> statements.receive(c, takes));
        List<Taken> taken = new ArrayList<>(takes.size());
        for (int i = 0; i < takes.size(); i++) {
            MessageTake take = takes.get(i);
            ReceiveAnswer answer = settled(
                    answers.get(i),
                    () -> change(c -> statements.receive(c, List.of(take))).get(0),
                    () -> change(c -> statements.receiveBehindOwn(c, take)));
            taken.add(new Taken(take, answer));
        }
        return taken;
    }

    private <R> R change(Work<R> work) {
        return statements.isStepwise() ? database.transact(ACTION, work) : database.update(ACTION, work);
    }

    private interface Look {
        ReceiveAnswer again();
    }

    /** Looks again while others are just taking what was found: they may be refused, and the message is still there. */
    private static ReceiveAnswer settled(ReceiveAnswer first, Look look, Look behindOwn) {
        ReceiveAnswer answer = first;
        boolean hidden = false;
        for (int repeats = 0; repeats < MOST_REPEATS; repeats++) {
            hidden |= answer.state() == State.HIDDEN;
            if (answer.state() == State.FOUND || answer.state() == State.EMPTY) {
                return answer;
            }
            if (answer.state() == State.BUSY) {
                LockSupport.parkNanos(Backoff.jittered(PAUSE_NANOS));
            }
            answer = (hidden ? behindOwn : look).again();
        }
        return answer;
    }

    private Optional<ReceivedMessage> read(ReceiveRequest request, Taken taken) {
        requireKnown(request, taken.answer());
        MessageRow row = taken.answer().message();
        if (row == null) {
            return Optional.empty();
        }
        received.accept(request);
        ClientMessage message = row.message(request.client());
        return Optional.of(
                taken.take().leases()
                        ? new ReceivedMessage(
                                message,
                                new MessageReceipt(row.id(), taken.take().receipt()).toString(),
                                Instant.ofEpochMilli(row.dueAt()))
                        : new ReceivedMessage(message, null, null));
    }

    private static void requireKnown(ReceiveRequest request, ReceiveAnswer answer) {
        if (!answer.clientKnown()) {
            throw new UnknownClientException(request.client());
        }
        if (!answer.queueKnown()) {
            throw new UnknownQueueException(request.queue());
        }
        if (!answer.fromKnown()) {
            throw new UnknownClientException(Objects.requireNonNull(request.from()));
        }
    }

    Optional<ClientMessage> peek(ReceiveRequest request) {
        MessageTake take = new MessageTake(RequestCheck.receive(request), 0);
        ReceiveAnswer answer = settled(
                look(c -> statements.peek(c, take)),
                () -> look(c -> statements.peek(c, take)),
                () -> look(c -> statements.peekBehindOwn(c, take)));
        requireKnown(request, answer);
        return Optional.ofNullable(answer.message()).map(row -> row.message(request.client()));
    }

    private ReceiveAnswer look(Work<ReceiveAnswer> work) {
        return database.read("read a message", work);
    }
}
