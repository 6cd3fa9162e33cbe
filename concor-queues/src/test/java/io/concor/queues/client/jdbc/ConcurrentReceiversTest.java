package io.concor.queues.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.QueueFilledException;
import io.concor.queues.client.ReceiptGoneException;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.client.UnknownQueueException;
import io.concor.queues.jdbc.StoreDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** No message is given twice, and none is lost, however many send, receive and delete at once. */
@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConcurrentReceiversTest extends QueuesContract {

    private static final int RECEIVERS = 8;
    private static final int MESSAGES = 400;
    private static final int MOST_SECONDS = 120;
    private static final Duration SHORT_LEASE = Duration.ofMillis(100);

    private final Map<String, AtomicInteger> given = new ConcurrentHashMap<>();

    private void count(ReceivedMessage received) {
        given.computeIfAbsent(received.message().content(), content -> new AtomicInteger())
                .incrementAndGet();
    }

    private static void together(List<Callable<?>> all) throws Exception {
        CyclicBarrier start = new CyclicBarrier(all.size());
        ExecutorService threads = Executors.newFixedThreadPool(all.size());
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (Callable<?> one : all) {
                ends.add(threads.submit(() -> {
                    start.await();
                    return one.call();
                }));
            }
            for (Future<?> end : ends) {
                end.get(MOST_SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private List<Callable<?>> receivers(Function<String, Optional<ReceivedMessage>> receive) {
        List<Callable<?>> receivers = new ArrayList<>();
        for (int i = 0; i < RECEIVERS; i++) {
            String client = i % 2 == 0 ? anna : carl;
            receivers.add(() -> {
                for (Optional<ReceivedMessage> next = receive.apply(client);
                        next.isPresent();
                        next = receive.apply(client)) {
                    count(next.get());
                }
                return client;
            });
        }
        return receivers;
    }

    private List<String> send(int messages) {
        List<String> contents =
                IntStream.range(0, messages).mapToObj(i -> "m" + i).toList();
        List<MessageToSend> all = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            String content = contents.get(i);
            all.add(
                    switch (i % 4) {
                        case 0 -> MessageToSend.to(anna, ben, queue, content);
                        case 1 -> MessageToSend.to(carl, ben, queue, content);
                        default -> MessageToSend.toAny(ben, queue, content);
                    });
        }
        queues.sendAll(all).forEach(outcome -> assertThat(outcome.get()).isNotNull());
        return contents;
    }

    private void requireEachOnce(List<String> contents) {
        assertThat(given.keySet()).containsExactlyInAnyOrderElementsOf(contents);
        assertThat(given.values()).allSatisfy(times -> assertThat(times).hasValue(1));
    }

    @Test
    void giveEachMessageOnceUntilThereIsNone() throws Exception {
        given.clear(); // JUnit keeps the instance for all databases
        List<String> contents = send(MESSAGES);

        together(receivers(client -> queues.receive(ReceiveRequest.of(client, queue))));

        requireEachOnce(contents);
    }

    /** Each call asks for both clients, with and without a lease, and for one sender and all. */
    @Test
    void giveEachMessageOnceToManyThatAskTogether() throws Exception {
        given.clear();
        List<String> contents = send(MESSAGES);
        List<ReceiveRequest> requests = Stream.of(anna, carl)
                .map(client -> ReceiveRequest.of(client, queue))
                .flatMap(all -> Stream.of(all, all.leased(LONG_LEASE), all.from(ben), all))
                .toList();

        together(Collections.nCopies(RECEIVERS, () -> {
            AtomicInteger received = new AtomicInteger();
            do {
                received.set(0);
                queues.receiveAll(requests).forEach(outcome -> outcome.get().ifPresent(message -> {
                    received.incrementAndGet();
                    count(message);
                }));
            } while (received.get() > 0);
            return contents;
        }));

        requireEachOnce(contents);
    }

    @Test
    void createAndDeleteOneQueueAtTheSameTime() throws Exception {
        String name = "contended" + queue;
        AtomicInteger rest = new AtomicInteger(200);
        List<Callable<?>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(() -> {
                while (rest.get() > 0) {
                    queues.create(anna, name);
                }
                return name;
            });
            all.add(() -> {
                while (rest.getAndDecrement() > 0) {
                    try {
                        queues.delete(anna, name, true);
                    } catch (UnknownQueueException deleted) {
                        Thread.yield(); // by another one
                    }
                }
                return name;
            });
        }

        together(all);

        queues.create(anna, name);
        assertThat(queues.queues(anna, null, 1_000)).contains(name);
    }

    @Test
    void giveEachLeasedMessageOnceWhileTheLeasesLast() throws Exception {
        given.clear();
        List<String> contents = send(MESSAGES);

        together(receivers(
                client -> queues.receive(ReceiveRequest.of(client, queue).leased(LONG_LEASE))));

        requireEachOnce(contents);
        assertThat(queues.management().figures(queue).leased()).isEqualTo(MESSAGES);
    }

    /** Leases end and come back all the time: a message may be given again, but only one receipt ends it. */
    @Test
    void endEachMessageOnceWhileLeasesComeBack() throws Exception {
        given.clear();
        List<String> contents = send(MESSAGES / 8);
        AtomicInteger late = new AtomicInteger();

        List<Callable<?>> receivers = new ArrayList<>();
        for (String client : List.of(anna, carl, anna, carl)) {
            receivers.add(() -> {
                while (queues.management().figures(queue).depth() > 0) {
                    queues.receive(ReceiveRequest.of(client, queue).leased(SHORT_LEASE))
                            .ifPresent(leased -> end(client, leased, late));
                }
                return client;
            });
        }
        together(receivers);

        requireEachOnce(contents);
        assertThat(late.get()).as("leases that ended before their receipts").isPositive();
    }

    private void end(String client, ReceivedMessage leased, AtomicInteger late) {
        boolean holdsBack = leased.message().content().endsWith("3") && late.get() < 3;
        if (holdsBack) { // another one receives it meanwhile
            late.incrementAndGet();
            return;
        }
        try {
            queues.end(client, queue, leased.message().id(), String.valueOf(leased.receipt()));
            count(leased);
        } catch (ReceiptGoneException gone) {
            late.incrementAndGet();
        }
    }

    @Test
    void loseNothingThatIsSentWhileTheyReceive() throws Exception {
        given.clear();
        AtomicInteger sending = new AtomicInteger(2);
        List<Callable<?>> all = new ArrayList<>();
        for (int sender = 0; sender < 2; sender++) {
            String prefix = "s" + sender + "-";
            all.add(() -> {
                for (int i = 0; i < MESSAGES / 4; i++) {
                    queues.send(MessageToSend.toAny(ben, queue, prefix + i));
                }
                return sending.decrementAndGet();
            });
        }
        for (String client : List.of(anna, carl, anna, carl)) {
            all.add(() -> {
                boolean last = false;
                while (true) {
                    boolean ended = sending.get() == 0;
                    Optional<ReceivedMessage> next = queues.receive(ReceiveRequest.of(client, queue));
                    next.ifPresent(this::count);
                    if (next.isEmpty() && last) {
                        return client;
                    }
                    last = ended;
                }
            });
        }

        together(all);

        requireEachOnce(IntStream.range(0, 2)
                .boxed()
                .flatMap(sender -> IntStream.range(0, MESSAGES / 4).mapToObj(i -> "s" + sender + "-" + i))
                .toList());
    }

    @Test
    void takeASecondMessageOfAnIdNeverAtTheSameTime() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        List<Callable<?>> senders = new ArrayList<>();
        for (int i = 0; i < RECEIVERS; i++) {
            senders.add(() -> {
                for (int id = 0; id < 20; id++) {
                    if (!queues.send(MessageToSend.toAny(ben, queue, "x").withId("id" + id))
                            .repeated()) {
                        taken.incrementAndGet();
                    }
                }
                return "sent";
            });
        }

        together(senders);

        assertThat(taken).hasValue(20);
        assertThat(drain(anna)).hasSize(20);
    }

    /** What was sent successfully is there, or was deleted by force: a queue that is deleted unforced was empty. */
    @Test
    void loseNothingWhileTheQueueIsDeleted() throws Exception {
        for (int round = 0; round < 10; round++) {
            String name = freshQueue();
            AtomicInteger sent = new AtomicInteger();
            AtomicInteger deleted = new AtomicInteger();

            together(List.of(() -> sendUntilGone(name, sent), () -> sendUntilGone(name, sent), () -> {
                try {
                    queues.delete(anna, name, false);
                    deleted.incrementAndGet();
                } catch (QueueFilledException filled) {
                    // the other outcome
                }
                return name;
            }));

            assertThat(deleted.get() == 1 && sent.get() > 0)
                    .as("a queue with messages was deleted")
                    .isFalse();
        }
    }

    private String sendUntilGone(String name, AtomicInteger sent) {
        try {
            queues.send(MessageToSend.toAny(ben, name, "x"));
            sent.incrementAndGet();
        } catch (UnknownQueueException gone) {
            // the other outcome
        }
        return name;
    }
}
