package io.concor.test;

import io.concor.Flow;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.JsonMessageCodec;
import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.codec.VersionedMessageFormat;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Tests a flow with durable slots on a real database: waits until its events are handled, lets its process crash at a chosen
 * commit and starts it again, makes time pass for what is stored, and reads dead letters.
 *
 * <pre>{@code
 * try (DurableTester tester = DurableTester.of(dataSource)) {
 *     tester.crashAt(2, CrashPoint.BEFORE_COMMIT);
 *     tester.start(this::orders).accept(order);
 *     tester.awaitCrash();
 *     tester.start(this::orders);
 *     tester.awaitEmpty();
 *     assertThat(bookings()).containsExactly(order);
 * }
 * }</pre>
 *
 * <p>The flow, its store and all their connections are what a process would have. A crash ends them as {@code kill -9} does:
 * what is not committed is rolled back, and nothing more reaches the database. The difference is that a task which runs
 * goes on to its end, in vain.
 *
 * <p>Thread-safe.
 */
public final class DurableTester implements AutoCloseable {

    private static final Duration REMEMBER = Duration.ofHours(24);

    private final StoredQueues queues;
    private final @Nullable StoreProcesses processes;

    private DurableTester(StoredQueues queues, @Nullable StoreProcesses processes) {
        this.queues = queues;
        this.processes = processes;
    }

    /**
     * Returns a tester of flows in a database, whose messages are written as JSON: see {@link #start}.
     *
     * @param dataSource a database for this test, such as H2 in memory; the tables of the store are created if they are not
     *     there
     */
    public static DurableTester of(DataSource dataSource) {
        return of(
                dataSource, VersionedMessageFormat.with(new JsonMessageCodec()).build());
    }

    /** The same as {@link #of(DataSource)}, with another form of messages. */
    public static DurableTester of(DataSource dataSource, MessageFormat format) {
        StoreProcesses processes = new StoreProcesses(dataSource, format);
        return new DurableTester(new StoredQueues(processes::administration, REMEMBER), processes);
    }

    /**
     * Returns a tester of a running application, which it neither crashes nor starts. In tests with Spring it is a bean.
     *
     * @param queues returns the queues of the application's store
     * @param remember how long the store remembers the ids of events
     */
    public static DurableTester of(Supplier<QueueAdministration> queues, Duration remember) {
        return new DurableTester(new StoredQueues(queues, remember), null);
    }

    /**
     * Starts a process: a store and a flow over it. After a crash, call it again with the same function: the next process finds
     * what the one before has left.
     *
     * @param flowOf builds the flow, with {@link io.concor.FlowBuilder#queues} of this store. Tasks write in the transaction of
     *     their event by {@link JdbcQueueStore#connection()}
     * @throws IllegalStateException if the process before runs, or the tester is one of an application
     */
    public <I, O> Flow<I, O> start(Function<? super JdbcQueueStore, ? extends Flow<I, O>> flowOf) {
        return processes().start(flowOf);
    }

    private StoreProcesses processes() {
        if (processes == null) {
            throw new IllegalStateException(
                    "This tester observes the application of a test. To start and crash a flow, use"
                            + " DurableTester.of(dataSource)");
        }
        return processes;
    }

    /**
     * Lets the process that is started next crash at a commit. Commits count that put an event, hand it over, end it or keep it for
     * another attempt: for one event and one slot, the first puts it, the second ends it. In a process after a crash, those count as
     * well that record the attempts of the one before.
     *
     * @param commit which one, at least 1, counted from the start of the process
     * @return this tester
     */
    public DurableTester crashAt(int commit, CrashPoint point) {
        if (commit < 1) {
            throw new IllegalArgumentException(Sentence.of("Commits count from 1, not from %d", commit));
        }
        processes().crashNextAt(commit, point);
        return this;
    }

    /**
     * Crashes the process now.
     *
     * @return this tester
     */
    public DurableTester crash() {
        StoreProcess dying = processes().present();
        dying.crash().die();
        dying.awaitBuried();
        return this;
    }

    /**
     * Waits up to 30 seconds for the crash that {@link #crashAt} has planned.
     *
     * @return this tester
     * @throws AssertionError if the process still runs
     */
    public DurableTester awaitCrash() {
        StoreProcess dying = processes().present();
        Patience.await(
                Patience.DEFAULT,
                () -> dying.crash().isDead(),
                () -> Sentence.of(
                        "The process has not crashed: it made %d commits that move events",
                        dying.crash().commits()));
        dying.awaitBuried();
        return this;
    }

    /**
     * Waits up to 30 seconds until the process has crashed or no event waits any more.
     *
     * @return whether it has crashed
     * @throws AssertionError if neither happens
     */
    public boolean awaitCrashOrEmpty() {
        StoreProcess present = processes().present();
        Patience.await(Patience.DEFAULT, () -> present.crash().isDead() || queues.areEmpty(), this::notEmpty);
        boolean crashed = present.crash().isDead();
        if (crashed) {
            present.awaitBuried();
        }
        return crashed;
    }

    /**
     * Waits up to 30 seconds until no event waits, is delayed or is being handled, in any queue of the store. Dead letters do not
     * count.
     *
     * @return this tester
     * @throws AssertionError if events are left; says where
     */
    public DurableTester awaitEmpty() {
        return awaitEmpty(Patience.DEFAULT);
    }

    /** Like {@link #awaitEmpty()}, with another time limit. */
    public DurableTester awaitEmpty(Duration limit) {
        Patience.await(limit, queues::areEmpty, this::notEmpty);
        return this;
    }

    /**
     * Waits up to 30 seconds until a number of events of a queue have failed, and wait for their next attempt.
     *
     * @param queue the name of the queue, such as {@code orders.book}
     * @return this tester
     * @throws AssertionError if there is another number of them
     */
    public DurableTester awaitRetries(String queue, int events) {
        Patience.await(
                Patience.DEFAULT,
                () -> queues.retries(queue) == events,
                () -> Sentence.of(
                        "Queue '%s'%n  expected events that wait for another attempt: %d%n  but there are: %d%n  %s",
                        queue, events, queues.retries(queue), queues.state()));
        return this;
    }

    /**
     * Waits up to 30 seconds until a queue has a number of dead letters, and returns them.
     *
     * @param queue the name of the queue, such as {@code orders.book}
     * @throws AssertionError if it has another number of them
     */
    public List<StoredDeadLetter> awaitDeadLetters(String queue, int letters) {
        Patience.await(
                Patience.DEFAULT,
                () -> deadLetters(queue).size() == letters,
                () -> Sentence.of(
                        "Queue '%s'%n  expected dead letters: %d%n  but there are: %s%n  %s",
                        queue, letters, deadLetters(queue), queues.state()));
        return deadLetters(queue);
    }

    /**
     * Returns the dead letters of a queue, the oldest first; 500 at most.
     *
     * @param queue the name of the queue, such as {@code orders.book}
     */
    public List<StoredDeadLetter> deadLetters(String queue) {
        return queues.deadLetters(queue);
    }

    /**
     * Puts all dead letters of a queue back, with no attempt counted.
     *
     * @param queue the name of the queue, such as {@code orders.book}
     * @return this tester
     */
    public DurableTester requeue(String queue) {
        queues.requeue(queue);
        return this;
    }

    /**
     * Makes all that is stored older by this time, at once: delayed events become due, failed ones are tried again, ids are
     * forgotten. Does not affect events in memory ({@link FlowTester#advanceClock}) nor the application's own clocks.
     *
     * @param time not negative
     * @return this tester
     */
    public DurableTester advanceClock(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException(
                    Sentence.of("The clock cannot be set back: advance it by zero or more, not by %s", time));
        }
        queues.advanceClock(time);
        return this;
    }

    /** Stops the process that runs, in order: its flow, then its store. Does nothing to an application. */
    @Override
    public void close() {
        if (processes != null) {
            processes.close();
        }
    }

    private String notEmpty() {
        return Sentence.of("Durable queues%n  expected to be empty, but%n  %s", queues.state());
    }
}
