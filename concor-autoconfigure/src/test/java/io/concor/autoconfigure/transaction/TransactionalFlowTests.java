package io.concor.autoconfigure.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.EventTimeoutException;
import io.concor.FlowStoppedException;
import io.concor.manage.ChangeRequest;
import io.concor.time.FlowTime;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The guarantees of transactions in flows, on one database with each kind of transaction manager. */
abstract class TransactionalFlowTests extends DatabaseTests {

    private static final int EVENTS = 300;

    @Test
    void commitsOnceWhatItsComponentsDidOnDifferentThreads() throws Exception {
        Set<Object> connections = ConcurrentHashMap.newKeySet();
        for (String component : List.of("ask", "compute", "notify")) {
            flow.doing(component, id -> connections.add(connection(component)));
        }
        bookingFlow().start(transactions());

        assertThat(flow.failure(1)).isNull();

        assertThat(booked()).containsExactly(1, 1001);
        assertThat(new HashSet<>(List.of(flow.threadOf("read"), flow.threadOf("compute"), flow.threadOf("write"))))
                .hasSize(3);
        assertThat(connections).as("one within, none behind").hasSize(2).contains("none in notify");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ask", "compute"})
    void rollsBackIfAnInnerComponentFails(String failing) throws Exception {
        bookingFlow()
                .doing(failing, id -> {
                    throw thrown();
                })
                .start(transactions());

        assertThat(flow.failure(1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(booked()).isEmpty();
    }

    @Test
    void rollsBackIfTheDatabaseRefusesTheLastWrite() throws Exception {
        book(1001);
        bookingFlow().start(transactions());

        assertThat(flow.failure(1)).hasMessageContaining("booking");
        assertThat(booked()).containsExactly(1001);
    }

    @Test
    void commitsTheTransactionEvenIfALaterComponentFails() throws Exception {
        bookingFlow()
                .doing("notify", id -> {
                    throw thrown();
                })
                .start(transactions());

        assertThat(flow.failure(1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(booked()).containsExactly(1, 1001);
    }

    @Test
    void failsTheEventWhoseCommitFails() throws Exception {
        bookingFlow()
                .doing(
                        "compute",
                        id -> TransactionSynchronizationManager.registerSynchronization(
                                new TransactionSynchronization() {
                                    @Override
                                    public void beforeCommit(boolean readOnly) {
                                        throw thrown();
                                    }
                                }))
                .start(transactions());

        assertThat(flow.failure(1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(booked()).isEmpty();
        assertThat(flow.threadOf("notify")).isNull();
    }

    @Test
    void recordsTheOutcomeAfterTheCommit() throws Exception {
        CountDownLatch committing = new CountDownLatch(1);
        CountDownLatch mayCommit = new CountDownLatch(1);
        bookingFlow()
                .doing(
                        "compute",
                        id -> TransactionSynchronizationManager.registerSynchronization(
                                new TransactionSynchronization() {
                                    @Override
                                    public void beforeCommit(boolean readOnly) {
                                        committing.countDown();
                                        awaitLatch(mayCommit);
                                    }
                                }))
                .start(transactions());

        CompletableFuture<List<Integer>> seen = flow.submit(1).thenApply(id -> booked());
        awaitLatch(committing);
        assertThat(flow.threadOf("notify")).isNull();
        assertThat(seen).isNotDone();
        mayCommit.countDown();
        assertThat(seen).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(List.of(1, 1001));
    }

    @Test
    void rollsBackAtATimeoutInAQueue() throws Exception {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        Duration timeout = Duration.ofSeconds(1);
        bookingFlow().doing("compute", id -> awaitLatch(mayGoOn)).start(transactions(), timeout);

        List<CompletableFuture<Integer>> results = List.of(flow.submit(1), flow.submit(2));
        await("one waits behind the other").until(() -> queueSize("compute") == 1);
        FlowTime.awaitTimeout(timeout.plusMillis(500));
        mayGoOn.countDown();

        assertThat(results).allSatisfy(result -> assertThat(result)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(EventTimeoutException.class));
        assertThat(booked()).isEmpty();
    }

    @Test
    void rollsBackAtATimeoutInATransition() throws Exception {
        bookingFlow().asking((id, answer) -> {}).start(transactions(), Duration.ofMillis(200));

        assertThat(flow.failure(1)).isInstanceOf(EventTimeoutException.class);
        assertThat(booked()).isEmpty();
    }

    @Test
    void rollsBackEventsInATransitionAndInAQueueAtAStop() throws Exception {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        bookingFlow()
                .doing("compute", id -> awaitLatch(mayGoOn))
                .asking((id, answer) -> {
                    if (id != 3) {
                        answer.run();
                    }
                })
                .start(transactions());
        CompletableFuture<Integer> inTask = flow.submit(1);
        await("one is in its task").until(() -> flow.threadOf("compute") != null);
        List<CompletableFuture<Integer>> others = List.of(flow.submit(2), flow.submit(3));
        await("three are inside and read").until(() -> activeConnections() == 3);

        flow.manager().flow(BookingFlow.NAME).stop(Duration.ofMillis(50));
        mayGoOn.countDown();

        assertThat(inTask).as("interrupted").failsWithin(Duration.ofSeconds(10));
        assertThat(others).allSatisfy(result -> assertThat(result)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(FlowStoppedException.class));
        await("all is rolled back").until(() -> activeConnections() == 0);
        assertThat(booked()).isEmpty();
    }

    @Test
    void allowsTransactionalCodeToJoin() throws Exception {
        bookingFlow()
                .doing("compute", id -> {
                    inner(TransactionDefinition.PROPAGATION_REQUIRED).executeWithoutResult(joined -> book(500));
                    throw thrown();
                })
                .start(transactions());

        assertThat(flow.failure(1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(booked()).isEmpty();
    }

    @Test
    void allowsTransactionalCodeToBeginANewTransaction() throws Exception {
        bookingFlow()
                .doing("compute", id -> {
                    Object outer = connection("compute");
                    inner(TransactionDefinition.PROPAGATION_REQUIRES_NEW).executeWithoutResult(own -> {
                        assertThat(connection("inside")).isNotSameAs(outer);
                        book(500);
                    });
                    assertThat(connection("compute")).isSameAs(outer);
                    throw thrown();
                })
                .start(transactions());

        assertThat(flow.failure(1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(booked()).containsExactly(500);
    }

    @Test
    void failsTheEventWhoseTransactionWasMarkedRollbackOnly() throws Exception {
        bookingFlow()
                .doing("compute", id -> inner(TransactionDefinition.PROPAGATION_REQUIRED)
                        .executeWithoutResult(joined -> joined.setRollbackOnly()))
                .start(transactions());

        assertThat(flow.failure(1)).isInstanceOf(UnexpectedRollbackException.class);
        assertThat(booked()).isEmpty();
    }

    @Test
    void showsTheDefinitionToTasksOnOtherThreads() throws Exception {
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
        definition.setReadOnly(true);
        definition.setTimeout(20);
        definition.setName("looking");
        Queue<Object> seen = new ConcurrentLinkedQueue<>();
        flow.doing("compute", id -> {
                    ConnectionHolder holder =
                            (ConnectionHolder) TransactionSynchronizationManager.getResource(dataSource);
                    seen.add(TransactionSynchronizationManager.isCurrentTransactionReadOnly());
                    seen.add(TransactionSynchronizationManager.getCurrentTransactionName());
                    seen.add(holder.getTimeToLiveInSeconds() <= 20);
                    seen.add(isolation());
                })
                .start(ManagedTransactions.of(manager, definition));

        assertThat(flow.failure(1)).isNull();
        assertThat(seen).containsExactly(true, "looking", true, TransactionDefinition.ISOLATION_SERIALIZABLE);
    }

    @Test
    void failsAStatementOnAnotherThreadAfterTheTimeout() throws Exception {
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setTimeout(1);
        bookingFlow()
                .doing("write", id -> jdbc.execute(endlessStatement()))
                .start(ManagedTransactions.of(manager, definition));

        assertThat(flow.failure(1)).isInstanceOf(QueryTimeoutException.class).hasMessageContaining(endlessStatement());
        assertThat(flow.threadOf("write")).isNotSameAs(flow.threadOf("read"));
        assertThat(booked()).isEmpty();
    }

    private int isolation() {
        return jdbc.execute((Connection connection) -> connection.getTransactionIsolation());
    }

    @Test
    void callsBackOnTheThreadThatCommits() throws Exception {
        Queue<Thread> calling = new ConcurrentLinkedQueue<>();
        bookingFlow()
                .doing(
                        "compute",
                        id -> TransactionSynchronizationManager.registerSynchronization(
                                new TransactionSynchronization() {
                                    @Override
                                    public void afterCommit() {
                                        calling.add(Thread.currentThread());
                                    }

                                    @Override
                                    public void afterCompletion(int status) {
                                        calling.add(Thread.currentThread());
                                    }
                                }))
                .start(transactions());

        assertThat(flow.failure(1)).isNull();
        assertThat(calling).hasSize(2).containsOnly(flow.threadOf("write"));
    }

    @Test
    void staysBoundUntilTheTransitionTaskHasReturned() throws Exception {
        bookingFlow()
                .asking((id, answer) -> {
                    Thread caller = new Thread(answer);
                    caller.start();
                    answer.run();
                    book(id + 500);
                })
                .start(transactions());

        assertThat(flow.failure(1)).isNull();
        assertThat(booked()).containsExactly(1, 501, 1001);
    }

    @Test
    void continuesOnTheThreadThatCallsTheContinuation() throws Exception {
        bookingFlow().asking((id, answer) -> new Thread(answer).start()).start(transactions());

        assertThat(flow.failure(1)).isNull();
        assertThat(booked()).containsExactly(1, 1001);
    }

    @Test
    void givesACatchComponentATransactionOfItsOwn() throws Exception {
        bookingFlow()
                .doing("compute", id -> {
                    throw thrown();
                })
                .doing("catch", id -> book(500))
                .start(transactions());

        assertThat(flow.failure(1)).isNull();
        assertThat(booked()).as("0 is what the catch component gives").containsExactly(500, 1000);
    }

    @Test
    void isSeparateFromTheTransactionOfTheEnteringThread() throws Exception {
        bookingFlow().start(transactions());
        flow.manager().change(ChangeRequest.layout(BookingFlow.NAME, Map.of()));

        inner(TransactionDefinition.PROPAGATION_REQUIRED).executeWithoutResult(own -> {
            book(7);
            assertThat(flow.submit(1)).succeedsWithin(Duration.ofSeconds(10));
            assertThat(connection("the caller")).isInstanceOf(Connection.class);
            own.setRollbackOnly();
        });

        assertThat(booked()).containsExactly(1, 1001);
        flow.left().clear(); // the caller's own is there, and belongs there
    }

    @Test
    void booksAllOrNothingWhileTheLayoutChanges() throws Exception {
        bookingFlow()
                .doing("compute", id -> {
                    if (id % 10 == 3) {
                        throw thrown();
                    }
                })
                .asking((id, answer) ->
                        (id % 2 == 0 ? ForkJoinPool.commonPool() : (Executor) Runnable::run).execute(answer))
                .start(transactions(), Duration.ofMinutes(5));
        ExecutorService entering = Executors.newFixedThreadPool(3);
        Map<Integer, CompletableFuture<Integer>> results = new ConcurrentHashMap<>();

        try (RandomLayoutChanges layouts = new RandomLayoutChanges(flow.manager(), BookingFlow.NAME)) {
            await("changes have begun").until(() -> layouts.made() > 0);
            for (int id = 0; id < EVENTS; id++) {
                int number = id;
                entering.execute(() -> results.put(number, flow.submit(number)));
            }
            await("all have ended")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> results.size() == EVENTS
                            && results.values().stream().allMatch(CompletableFuture::isDone));
        }
        entering.shutdown();

        List<Integer> right = IntStream.range(0, EVENTS)
                .filter(id -> !results.get(id).isCompletedExceptionally())
                .boxed()
                .toList();
        assertThat(right).hasSize(EVENTS - EVENTS / 10);
        assertThat(booked())
                .containsExactlyElementsOf(
                        Stream.concat(right.stream(), right.stream().map(id -> id + 1000))
                                .toList());
    }
}
