package io.concor.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.QueueKind;
import io.concor.manage.Manager;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.store.StoreUnderTest;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Events enter at one node and run at another. Each process has a store of its own on the common database. */
@Timeout(120)
class NodesOnOneDatabaseTest {

    private static final int EVENTS = 400;
    private static final int KEYS = 7;
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Queue<String> read = new ConcurrentLinkedQueue<>();
    /** Counts the runs at the core: of those that were committed, later ones have greater places. */
    private final AtomicInteger places = new AtomicInteger();

    private volatile Hold hold = new Hold("none", new CountDownLatch(0), new CountDownLatch(0));

    private final List<Process> processes = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        processes.forEach(Process::close);
    }

    static Stream<JoinSettings> joins() {
        return Stream.of(JoinSettings.single(), JoinSettings.keyed(3)).map(join -> join.queue(QueueKind.REMOTE));
    }

    static Stream<Arguments> layouts() {
        return Stream.of(StoreDatabase.SQLITE, StoreDatabase.H2)
                .flatMap(database -> joins().map(join -> Arguments.of(database, join)));
    }

    /** A flow with its store. */
    private final class Process {

        private final JdbcQueueStore store;
        private final Flow<String, String> flow;

        Process(StoreUnderTest database, JoinSettings join, String node) {
            store = database.store();
            FlowBuilder<String, String> builder = Flows.<String>create("flow")
                    .remoteQueues(store)
                    .here(List.of(node))
                    .node("edge")
                    .map(this::read, "read")
                    .node("core")
                    .join(join);
            flow = (join.keepsOrderByKey() ? builder.mapKeyed(new Book(), "book") : builder.map(this::book, "book"))
                    .build();
            processes.add(this);
        }

        private String read(String message) {
            read.add(message);
            return message;
        }

        private String book(String message) throws SQLException {
            try (PreparedStatement insert =
                    store.connection().prepareStatement("insert into effects (place, event) values (?, ?)")) {
                insert.setInt(1, places.incrementAndGet());
                insert.setString(2, message);
                insert.executeUpdate();
            }
            hold.pass(message);
            return message;
        }

        private final class Book implements KeyedTask<String, String> {

            @Override
            public Object key(String message) {
                return Integer.parseInt(message) % KEYS;
            }

            @Override
            public String apply(String message) throws SQLException {
                return book(message);
            }
        }

        void accept(int from, int to) {
            List<CompletableFuture<Void>> accepted = IntStream.range(from, to)
                    .mapToObj(i -> flow.accept(String.valueOf(i)))
                    .toList();
            accepted.forEach(one -> assertThat(one).succeedsWithin(LONG));
        }

        void close() {
            flow.close();
            store.close();
            processes.remove(this);
        }

        /** What remains of a killed process in this JVM ends. */
        void stopAtOnce() {
            Manager manager = new Manager();
            manager.register(flow);
            manager.flow("flow").stop(Duration.ZERO);
            processes.remove(this);
        }
    }

    /** Keeps the task at the core that has one message. */
    private record Hold(String message, CountDownLatch reached, CountDownLatch released) {

        /** Holds the first thread that comes with the message. */
        void pass(String other) {
            if (message.equals(other) && reached.getCount() > 0) {
                reached.countDown();
                soon(released);
            }
        }

        void awaitReached() {
            assertThat(soon(reached)).isTrue();
        }

        void release() {
            released.countDown();
        }

        private static boolean soon(CountDownLatch latch) {
            try {
                return latch.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    private Hold hold(int message) {
        hold = new Hold(String.valueOf(message), new CountDownLatch(1), new CountDownLatch(1));
        return hold;
    }

    private static List<String> numbers(int to) {
        return IntStream.range(0, to).mapToObj(String::valueOf).toList();
    }

    private static void awaitEffects(StoreUnderTest database, int count) {
        await().atMost(LONG).until(() -> database.effects().size() >= count);
    }

    private static void assertEachOnceInOrder(StoreUnderTest database, JoinSettings join) throws SQLException {
        assertThat(database.effects()).containsExactlyInAnyOrderElementsOf(numbers(EVENTS));
        List<Integer> inOrder =
                database.effectsInOrder().stream().map(Integer::valueOf).toList();
        for (int key = 0; key < KEYS; key++) {
            int one = key;
            assertThat(inOrder.stream().filter(number -> join.oneThreaded() || number % KEYS == one))
                    .isSorted();
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("layouts")
    void runsAtTheCoreWhatEntersAtTheEdge(StoreDatabase kind, JoinSettings join) throws Exception {
        try (StoreUnderTest database = StoreUnderTest.on(kind)) {
            Process core = new Process(database, join, "core");
            Process edge = new Process(database, join, "edge");
            edge.accept(0, EVENTS);
            awaitEffects(database, EVENTS);
            assertEachOnceInOrder(database, join);
            assertThat(read).hasSize(EVENTS);
            edge.close();
            core.close();
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("layouts")
    void goesOnWhenTheEdgeRestarts(StoreDatabase kind, JoinSettings join) throws Exception {
        try (StoreUnderTest database = StoreUnderTest.on(kind)) {
            Process core = new Process(database, join, "core");
            for (int i = 0; i < 4; i++) {
                Process edge = new Process(database, join, "edge");
                edge.accept(i * EVENTS / 4, (i + 1) * EVENTS / 4);
                edge.close();
            }
            awaitEffects(database, EVENTS);
            assertEachOnceInOrder(database, join);
            core.close();
        }
    }

    /** It stops in the middle of a task. */
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("layouts")
    void goesOnWhenTheCoreRestarts(StoreDatabase kind, JoinSettings join) throws Exception {
        try (StoreUnderTest database = StoreUnderTest.on(kind)) {
            Process edge = new Process(database, join, "edge");
            Process core = new Process(database, join, "core");
            Hold first = hold(EVENTS / 4);
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> edge.accept(0, EVENTS));
            first.awaitReached();
            CompletableFuture<Void> closed = CompletableFuture.runAsync(core::close);
            first.release();
            closed.get(LONG.toSeconds(), TimeUnit.SECONDS);

            Process next = new Process(database, join, "core");
            load.get(LONG.toSeconds(), TimeUnit.SECONDS);
            awaitEffects(database, EVENTS);
            assertEachOnceInOrder(database, join);
            next.close();
            edge.close();
        }
    }

    /**
     * In the middle of a task. It commits nothing that another process has taken over. In a SQLite file, the transaction of the task
     * would keep the other one from writing.
     */
    @ParameterizedTest
    @MethodSource("joins")
    void goesOnWhenTheCoreIsKilled(JoinSettings join) throws Exception {
        try (StoreUnderTest database = StoreUnderTest.on(StoreDatabase.H2)) {
            Process edge = new Process(database, join, "edge");
            Process killed = new Process(database, join, "core");
            Hold held = hold(EVENTS / 4);
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> edge.accept(0, EVENTS));
            held.awaitReached();
            killed.store.vanish();
            Process next = new Process(database, join, "core");
            await().atMost(LONG).until(() -> database.effects().contains(held.message()));
            held.release();
            killed.stopAtOnce();

            load.get(LONG.toSeconds(), TimeUnit.SECONDS);
            awaitEffects(database, EVENTS);
            assertEachOnceInOrder(database, join);
            next.close();
            edge.close();
        }
    }

    /** What waits at the start belongs to the core, also if that starts last. */
    @ParameterizedTest
    @EnumSource(names = {"SQLITE", "H2"})
    void keepsForTheCoreWhatWaitsWhileItIsAway(StoreDatabase kind) throws Exception {
        JoinSettings join = JoinSettings.fixed(2).queue(QueueKind.REMOTE);
        try (StoreUnderTest database = StoreUnderTest.on(kind)) {
            new Process(database, join, "edge").accept(0, 10);
            processes.get(0).close();
            Process edge = new Process(database, join, "edge");
            edge.accept(10, 20);
            assertThat(database.effects()).isEmpty();
            Process core = new Process(database, join, "core");
            awaitEffects(database, 20);
            assertThat(database.effects()).containsExactlyInAnyOrderElementsOf(numbers(20));
            core.close();
            edge.close();
        }
    }
}
