package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowException;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Suspect;
import io.concor.manage.Manager;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.JsonMessageCodec;
import io.concor.queues.codec.VersionedMessageFormat;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Flows with a durable slot whose store, or whose task, is slow, under more load than they can handle. */
@Timeout(180)
class SlowStoreTests {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final long COMMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final SlowDatabase database = new SlowDatabase();
    private final JdbcQueueStore store = JdbcQueueStore.of(
                    database,
                    VersionedMessageFormat.with(new JsonMessageCodec()).build())
            .build();
    private final Manager manager = new Manager();
    private final Diagnosis diagnosis = Diagnosis.start(manager, ConnectionPools.NONE, flow -> Goal.NONE);
    private final Thread sender = new Thread(this::send, "sender");
    private volatile boolean sending = true;
    private long taskNanos;
    private Flow<Integer, Integer> flow;

    /** A database in which commits of some threads take long, or that does not answer. */
    private static final class SlowDatabase extends DelegatingDataSource {

        private volatile Predicate<String> slow = thread -> false;
        private volatile long lateNanos = COMMIT_NANOS;
        private volatile boolean away;

        SlowDatabase() {
            super(JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", ""));
        }

        @Override
        public Connection getConnection() throws SQLException {
            requireThere();
            Connection connection = super.getConnection();
            InvocationHandler handler = (proxy, method, arguments) -> {
                if (!method.getName().equals("close")) {
                    requireThere();
                }
                try {
                    return method.invoke(connection, arguments);
                } catch (InvocationTargetException thrown) {
                    throw thrown.getCause();
                } finally {
                    if (method.getName().equals("commit")) {
                        answerLate();
                    }
                }
            };
            return (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, handler);
        }

        /** Without locks, which others would wait for. */
        private void answerLate() {
            if (slow.test(Thread.currentThread().getName())) {
                pause(lateNanos);
            }
        }

        private void requireThere() throws SQLException {
            if (away) {
                throw new SQLNonTransientConnectionException("planted: no route to host", "08001");
            }
        }
    }

    private static void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void start(int maxInFlight) {
        flow = Flows.<Integer>create("orders")
                .queues(store)
                .maxInFlight(maxInFlight)
                .noJoin()
                .<Integer>map(order -> order, "check")
                .join(JoinSettings.fixed(4).queue(QueueKind.DURABLE).capacity(16_384))
                .<Integer>mapSynchronizedRemote(
                        order -> {
                            pause(taskNanos);
                            return order;
                        },
                        "book")
                .build();
        manager.register(flow);
        sender.start();
    }

    private void send() {
        while (sending) {
            try {
                flow.accept(1);
            } catch (FlowException full) {
                LockSupport.parkNanos(COMMIT_NANOS);
            }
        }
    }

    /** Also at the end of a test: threads that handle events hold what belongs to them. */
    @AfterEach
    void stop() throws InterruptedException {
        if (!sending) {
            return;
        }
        sending = false;
        sender.join();
        diagnosis.close();
        database.away = false;
        manager.flow("orders").stop(Duration.ZERO);
        flow.close();
        store.close();
    }

    private Verdict verdict(Cause cause, String text) {
        return await(cause + ": " + text)
                .atMost(PATIENCE)
                .until(
                        () -> diagnosis.verdict("orders"),
                        verdict -> verdict.cause() == cause && verdict.summary().contains(text));
    }

    /** Whether a thread of the store waits for the database or for a processor, which others use, cannot be told apart. */
    private void awaitStore(String text) {
        await(text)
                .atMost(PATIENCE)
                .until(
                        () -> diagnosis.verdict("orders"),
                        verdict -> verdict.cause() == Cause.QUEUE_STORE
                                ? verdict.summary().contains(text) && "book".equals(verdict.slot())
                                : verdict.cause() == Cause.NOISY_NEIGHBOUR && suspectsStore(verdict));
    }

    private static boolean suspectsStore(Verdict verdict) {
        return verdict.suspects().stream()
                .anyMatch(suspect -> suspect.cause() == Cause.QUEUE_STORE && "book".equals(suspect.component()));
    }

    private static void assertBook(Verdict verdict) {
        assertThat(verdict.slot()).isEqualTo("book");
        assertThat(verdict.component()).isEqualTo("book");
        assertThat(verdict.evidence()).isNotEmpty();
        assertThat(verdict.advice()).isNotEmpty();
    }

    @Test
    @Tag("full")
    void namesTheStoreWhoseCommitsTakeTheTimeOfThreads() throws InterruptedException {
        database.slow = thread -> !thread.startsWith("concor-queues");
        database.lateNanos = TimeUnit.SECONDS.toNanos(2); // a transaction may have 256 events
        start(256);

        assertBook(verdict(Cause.QUEUE_STORE, "wait for its store"));
        stop();
    }

    @Test
    @Tag("full")
    void namesTheStoreThatTakesEventsSlowly() throws InterruptedException {
        database.slow = thread -> thread.equals("concor-queues-writer");
        start(64);

        awaitStore("until the store of slot 'book' has taken them");
        stop();
    }

    @Test
    @Tag("full")
    void namesTheStoreThatReadsEventsSlowly() throws InterruptedException {
        database.slow = thread -> thread.equals("concor-queues-reader");
        start(256);

        awaitStore("which reads them for");
        stop();
    }

    @Test
    @Tag("full")
    void namesTheStoreThatIsAway() throws InterruptedException {
        start(64);
        await("events")
                .atMost(PATIENCE)
                .until(() -> manager.flow("orders").summary().completed() > 100);
        database.away = true;

        Verdict verdict = verdict(Cause.QUEUE_STORE, "does not work");

        assertBook(verdict);
        assertThat(verdict.summary()).contains("no route to host");
        stop();
    }

    @Test
    void doesNotTakeASlowTaskForASlowStore() throws InterruptedException {
        taskNanos = TimeUnit.MILLISECONDS.toNanos(50);
        start(64);

        Verdict verdict = verdict(Cause.TOO_FEW_THREADS, "'book'");

        assertThat(verdict.slot()).isEqualTo("book");
        assertThat(verdict.suspects()).extracting(Suspect::cause).doesNotContain(Cause.ADMISSION, Cause.RING);
        stop();
    }
}
