package io.concor.queueserver.request;

import io.concor.BatchTask;
import io.concor.QueueStoreException;
import io.concor.queues.client.MessageArrivals.Interest;
import io.concor.queues.client.Queues;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.client.RequestOutcome;
import io.concor.queueserver.request.Answers.Message;
import io.concor.queueserver.request.Answers.QueueNames;
import io.concor.queueserver.request.Answers.Sent;
import io.concor.queueserver.request.StoreRequest.End;
import io.concor.queueserver.request.StoreRequest.ListWaiting;
import io.concor.queueserver.request.StoreRequest.Other;
import io.concor.queueserver.request.StoreRequest.Peek;
import io.concor.queueserver.request.StoreRequest.Receive;
import io.concor.queueserver.request.StoreRequest.Refused;
import io.concor.queueserver.request.StoreRequest.Send;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.springframework.http.HttpStatus;

/**
 * Asks the queues, and holds its thread, and a connection, until the database has answered. Requests of one kind that wait at the
 * same time are asked together, which costs the database little more than one; each is served or refused by itself. Thread-safe.
 *
 * <p>All get their answers together, when the last one is served. So messages are taken last, and a request is not begun that has waited
 * too long, also for others of its batch: its client might not get what was done. What was begun is answered, however long it takes; the
 * flow has a much longer timeout.
 */
final class RequestStore implements BatchTask<Command, Result> {

    static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private final Queues queues;
    private final LongSupplier clock;

    RequestStore(Queues queues) {
        this(queues, System::nanoTime);
    }

    /** @param clock that of {@link Command#sinceNanos} */
    RequestStore(Queues queues, LongSupplier clock) {
        this.queues = queues;
        this.clock = clock;
    }

    @Override
    public List<Result> apply(List<Command> commands) {
        Result[] results = new Result[commands.size()];
        together(commands, results, Refused.class, RequestStore::refused);
        together(commands, results, Other.class, this::others);
        together(commands, results, ListWaiting.class, this::listWaiting);
        together(commands, results, Peek.class, this::peek);
        together(commands, results, End.class, this::end);
        together(commands, results, Send.class, this::send);
        together(commands, results, Receive.class, this::receive);
        return Arrays.asList(results);
    }

    /** What is asked of one kind fails together, and nothing else with it: it may have been done. */
    private <R extends StoreRequest> void together(
            List<Command> commands, Result[] results, Class<R> kind, Function<List<R>, List<Result>> call) {
        long beforeNanos = clock.getAsLong() - LONGEST_WAIT.toNanos();
        List<R> some = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < results.length; i++) {
            Command command = commands.get(i);
            if (kind.isInstance(command.wanted())) {
                if (command.sinceNanos() - beforeNanos < 0) {
                    results[i] = Result.failed(new LateRequestException(LONGEST_WAIT));
                } else {
                    some.add(kind.cast(command.wanted()));
                    places.add(i);
                }
            }
        }
        if (some.isEmpty()) {
            return;
        }
        List<Result> answers = answers(some, call);
        for (int i = 0; i < answers.size(); i++) {
            results[places.get(i)] = answers.get(i);
        }
    }

    private static <R> List<Result> answers(List<R> some, Function<List<R>, List<Result>> call) {
        try {
            return call.apply(some);
        } catch (RuntimeException | Error failed) {
            Result failure = failure(failed);
            return some.stream().map(each -> failure).toList();
        }
    }

    /** Of an error, such as one of memory, it is not known when it came. */
    private static Result failure(Throwable failed) {
        return Result.failed(
                failed instanceof RuntimeException refused
                        ? refused
                        : new QueueStoreException("The store of the queues failed: " + failed, true, failed));
    }

    private static List<Result> refused(List<Refused> refused) {
        return refused.stream().map(each -> Result.failed(each.reason())).toList();
    }

    private List<Result> send(List<Send> sends) {
        return queues.sendAll(sends.stream().map(Send::message).toList()).stream()
                .map(outcome -> result(outcome, sent -> Result.of(HttpStatus.CREATED, Sent.of(sent))))
                .toList();
    }

    /** The marks come before the look: no message that comes between is missed. */
    private List<Result> receive(List<Receive> receives) {
        long[] marks = receives.stream().mapToLong(this::mark).toArray();
        List<RequestOutcome<Optional<ReceivedMessage>>> outcomes =
                queues.receiveAll(receives.stream().map(Receive::wanted).toList());
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < marks.length; i++) {
            Receive receive = receives.get(i);
            long mark = marks[i];
            results.add(
                    result(outcomes.get(i), found -> found.map(message -> Result.of(HttpStatus.OK, Message.of(message)))
                            .orElseGet(() -> nothing(receive, mark))));
        }
        return results;
    }

    private long mark(Receive receive) {
        return receive.patience().isZero() ? 0 : queues.arrivals().mark(interest(receive));
    }

    private static Interest interest(Receive receive) {
        ReceiveRequest wanted = receive.wanted();
        return new Interest(wanted.client(), wanted.queue(), wanted.from());
    }

    private static Result nothing(Receive receive, long mark) {
        return receive.patience().isZero()
                ? Result.nothing()
                : Result.nothingYet(new Parking(interest(receive), mark, receive.patience()));
    }

    private List<Result> peek(List<Peek> peeks) {
        return queues.peekAll(peeks.stream().map(Peek::wanted).toList()).stream()
                .map(outcome ->
                        result(outcome, found -> found.map(message -> Result.of(HttpStatus.OK, Message.of(message)))
                                .orElseGet(Result::nothing)))
                .toList();
    }

    private List<Result> end(List<End> ends) {
        return queues.endAll(ends.stream().map(End::wanted).toList()).stream()
                .map(outcome -> result(outcome, ended -> Result.nothing()))
                .toList();
    }

    private List<Result> listWaiting(List<ListWaiting> lists) {
        return queues.waitingAll(lists.stream().map(ListWaiting::client).toList()).stream()
                .map(outcome -> result(outcome, names -> Result.of(HttpStatus.OK, new QueueNames(names, null))))
                .toList();
    }

    private List<Result> others(List<Other> others) {
        return others.stream().map(this::other).toList();
    }

    private Result other(Other other) {
        try {
            return other.work().apply(queues);
        } catch (RuntimeException | Error failed) {
            return failure(failed);
        }
    }

    private static <T> Result result(RequestOutcome<T> outcome, Function<T, Result> served) {
        return outcome.refusal() == null ? served.apply(outcome.get()) : Result.failed(outcome.refusal());
    }
}
