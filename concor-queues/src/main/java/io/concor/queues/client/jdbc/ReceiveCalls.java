package io.concor.queues.client.jdbc;

import io.concor.QueueStoreException;
import io.concor.queues.client.ClientMessage;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.client.RequestOutcome;
import io.concor.queues.client.UnknownClientException;
import io.concor.queues.client.UnknownQueueException;
import io.concor.queues.client.jdbc.MessageStatements.ReceiveAnswer;
import io.concor.queues.client.jdbc.MessageStatements.ReceiveAnswer.State;
import io.concor.queues.client.jdbc.MessageTake.Reach;
import io.concor.queues.jdbc.Backoff;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The calls that receive and read messages. Thread-safe. */
final class ReceiveCalls {

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
        return Refusals.served(requests, this::checked, takes -> new Batch(this::take).answers(takes), this::read);
    }

    List<RequestOutcome<Optional<ClientMessage>>> peekAll(List<ReceiveRequest> requests) {
        RequestCheck.atOnce(requests);
        return Refusals.served(
                requests, ReceiveCalls::toPeek, takes -> new Batch(this::look).answers(takes), ReceiveCalls::seen);
    }

    private MessageTake checked(ReceiveRequest request) {
        RequestCheck.receive(request);
        return new MessageTake(request, request.lease() == null ? 0 : random.nextLong());
    }

    private static MessageTake toPeek(ReceiveRequest request) {
        RequestCheck.receive(request);
        return new MessageTake(new ReceiveRequest(request.client(), request.queue(), request.from(), null), 0);
    }

    private List<ReceiveAnswer> take(List<MessageTake> takes) {
        return database.change("receive messages", statements, c -> statements.receive(c, takes));
    }

    private List<ReceiveAnswer> look(List<MessageTake> takes) {
        return database.read("read messages", c -> statements.peek(c, takes));
    }

    /** What became of a request: an answer of the database, or why there is none. */
    private record Answered(
            MessageTake take,
            @Nullable ReceiveAnswer answer,
            @Nullable QueueStoreException failure) {

        boolean isBehind() {
            return answer != null && answer.state() == State.BEHIND;
        }

        ReceiveAnswer get() {
            if (answer == null) {
                throw Objects.requireNonNull(failure);
            }
            return answer;
        }
    }

    /**
     * The requests of one call. What was taken for some of them is committed, and is theirs, whatever fails then. After a failure the
     * database is asked for nothing more.
     */
    private final class Batch {

        private final Function<List<MessageTake>, List<ReceiveAnswer>> call;
        private @Nullable QueueStoreException failure;

        Batch(Function<List<MessageTake>, List<ReceiveAnswer>> call) {
            this.call = call;
        }

        List<Answered> answers(List<MessageTake> takes) {
            Map<MessageTake, Answered> first = new IdentityHashMap<>();
            for (List<MessageTake> some : statements.together(takes)) {
                Iterator<Answered> answers = found(some).iterator();
                some.forEach(take -> first.put(take, answers.next()));
            }
            return takes.stream()
                    .map(take -> settled(Objects.requireNonNull(first.get(take))))
                    .toList();
        }

        /** Asks again at once, for all together, if the first message is not for some of them. */
        private List<Answered> found(List<MessageTake> takes) {
            List<Answered> first = asked(takes);
            List<MessageTake> behind = first.stream()
                    .filter(Answered::isBehind)
                    .map(answered -> answered.take().reaching(Reach.NEAR))
                    .toList();
            if (behind.isEmpty()) {
                return first;
            }
            Iterator<Answered> further = asked(behind).iterator();
            return first.stream()
                    .map(answered -> answered.isBehind() ? further.next() : answered)
                    .toList();
        }

        private List<Answered> asked(List<MessageTake> takes) {
            QueueStoreException earlier = failure;
            if (earlier != null) {
                return failed(
                        takes, new QueueStoreException("Nothing was taken: an earlier call failed", false, earlier));
            }
            try {
                List<ReceiveAnswer> answers = call.apply(takes);
                return IntStream.range(0, takes.size())
                        .mapToObj(i -> new Answered(takes.get(i), answers.get(i), null))
                        .toList();
            } catch (RuntimeException | Error failed) {
                QueueStoreException told = failed instanceof QueueStoreException store
                        ? store
                        : new QueueStoreException("Messages could not be read: " + failed, true, failed);
                failure = told;
                return failed(takes, told);
            }
        }

        private static List<Answered> failed(List<MessageTake> takes, QueueStoreException failure) {
            return takes.stream().map(take -> new Answered(take, null, failure)).toList();
        }

        /** Looks again while others are just taking what was found: they may be refused, and the message is still there. */
        private Answered settled(Answered first) {
            Answered present = first;
            for (int repeats = 0; repeats < MOST_REPEATS; repeats++) {
                State state = present.answer() == null
                        ? State.EMPTY
                        : present.answer().state();
                if (state == State.FOUND || state == State.EMPTY) {
                    return present;
                }
                if (state == State.BUSY) {
                    LockSupport.parkNanos(Backoff.jittered(PAUSE_NANOS));
                }
                MessageTake take = present.take();
                present = asked(List.of(state == State.HIDDEN ? take.reaching(Reach.FAR) : take))
                        .get(0);
            }
            return present;
        }
    }

    private Optional<ReceivedMessage> read(ReceiveRequest request, Answered answered) {
        MessageRow row = known(request, answered);
        if (row == null) {
            return Optional.empty();
        }
        received.accept(request);
        ClientMessage message = row.message(request.client());
        MessageTake take = answered.take();
        return Optional.of(
                take.leases()
                        ? new ReceivedMessage(
                                message,
                                new MessageReceipt(row.id(), take.receipt()).toString(),
                                Instant.ofEpochMilli(row.dueAt()))
                        : new ReceivedMessage(message, null, null));
    }

    private static Optional<ClientMessage> seen(ReceiveRequest request, Answered answered) {
        return Optional.ofNullable(known(request, answered)).map(row -> row.message(request.client()));
    }

    /** Returns the message, or null if there is none. */
    private static @Nullable MessageRow known(ReceiveRequest request, Answered answered) {
        ReceiveAnswer answer = answered.get();
        if (!answer.clientKnown()) {
            throw new UnknownClientException(request.client());
        }
        if (!answer.queueKnown()) {
            throw new UnknownQueueException(request.queue());
        }
        if (!answer.fromKnown()) {
            throw new UnknownClientException(Objects.requireNonNull(request.from()));
        }
        return answer.message();
    }
}
