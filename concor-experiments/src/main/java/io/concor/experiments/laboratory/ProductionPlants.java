package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.RemotePlants.HEALTHY_TIME;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.AT_TRANSLATOR;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.LOGGER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.RESOLVER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.ROUTER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.SENDER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.TRANSLATOR;
import static io.concor.experiments.plants.PlantedWork.micros;

import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Cause;
import io.concor.experiments.laboratory.Plant.Expected;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.plants.PlantedWork;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Causes as they occur in production, planted by someone who did not know the rules. Rules have been changed with some of
 * them in view since, so they tell no more than the others do.
 */
final class ProductionPlants {

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final int REPORTS = 14;

    private static final int WINDOW = 16;
    private static final int MOST_WAITING = 1024;

    private ProductionPlants() {}

    static List<Plant> all() {
        return List.of(
                Plant.of("name-lookup", Cause.LOCK, AT_TRANSLATOR, 490, ProductionPlants::nameLookup),
                Plant.either(
                        "own-thread-pool",
                        new Expected(Cause.SLOW_REMOTE, ROUTER),
                        new Expected(Cause.LOCK, ROUTER),
                        480,
                        ProductionPlants::ownThreadPool),
                Plant.of("reports-take-connections", Cause.CONNECTION_POOL, LOGGER, 500, ProductionPlants::reports),
                Plant.either(
                        "slow-endpoint-of-three",
                        new Expected(Cause.SLOW_REMOTE, TRANSLATOR),
                        new Expected(Cause.SLOW_MESSAGES, TRANSLATOR),
                        420,
                        ProductionPlants::slowEndpoint),
                Plant.of("allocating-parser", Cause.CPU, RESOLVER, 440 * PROCESSORS, ProductionPlants::allocatingParser)
                        .inJvm("-Xmx512m"),
                Plant.either(
                        "two-connections-per-route",
                        new Expected(Cause.CONNECTION_POOL, TRANSLATOR),
                        new Expected(Cause.LOCK, TRANSLATOR),
                        390,
                        ProductionPlants::connectionsPerRoute),
                Plant.of("index-rebuild", Cause.CPU, null, 310 * PROCESSORS, ProductionPlants::indexRebuild),
                Plant.either(
                        "row-lock",
                        new Expected(Cause.LOCK, RESOLVER),
                        new Expected(Cause.SLOW_REMOTE, RESOLVER),
                        470,
                        ProductionPlants::rowLock),
                Plant.either(
                        "window-of-client",
                        new Expected(Cause.SLOW_CALLBACK, SENDER),
                        new Expected(Cause.SLOW_REMOTE, SENDER),
                        390,
                        ProductionPlants::windowOfClient),
                Plant.of("backtracking-pattern", Cause.SLOW_MESSAGES, ROUTER, 490, ProductionPlants::backtracking));
    }

    /**
     * Every tenth message has a name that is not in the cache of a library, and the library asks for one name at a time.
     *
     * <p>The answer is {@code lock}, at the component that looks up and not at the one that the slot is named after. The
     * lookups are not {@code slow-messages}: without the lock, they would take 20 ms, and the stage has the threads for it.
     */
    private static void nameLookup(LaboratoryFlow flow) {
        flow.work(AT_TRANSLATOR, NameLookup::find);
    }

    /** Looks names up, with a lock of the whole class, as clients of naming services do. */
    private static final class NameLookup {

        private NameLookup() {}

        static void find(int message) {
            if (message % 10 == 0) {
                query();
            }
        }

        private static synchronized void query() {
            PlantedWork.pause(micros(20_000));
        }
    }

    /**
     * The router waits for an answer that the application computes in a pool of two threads. After a healthy time each
     * answer takes 4 ms instead of 0.3.
     *
     * <p>The list of causes has no name for a pool of the application's own. What the router calls has become slower:
     * {@code slow-remote}. Or its threads wait for a thing that they share: {@code lock}. It is not {@code too-few-threads}:
     * more threads of the router would wait for the same two.
     */
    private static void ownThreadPool(LaboratoryFlow flow) {
        ExecutorService prices = Executors.newFixedThreadPool(2, body -> new Thread(body, "prices"));
        flow.closing(prices::shutdown)
                .beginsAfter(HEALTHY_TIME)
                .join(ROUTER, JoinSettings.fixed(8))
                .work(ROUTER, message -> prices.submit(() -> PlantedWork.pause(micros(flow.hasBegun() ? 4_000 : 300)))
                        .get());
    }

    /**
     * After a healthy time, reports begin that use the connection pool of the flow: they keep 14 of its 16 connections, each
     * for two seconds.
     *
     * <p>The answer is {@code connection-pool}, at the component that waits for connections. It is not
     * {@code connection-leak}: all connections are returned, and a search for a missing {@code close} would find nothing.
     */
    private static void reports(LaboratoryFlow flow) {
        ExecutorService reports = Executors.newFixedThreadPool(REPORTS, body -> new Thread(body, "report"));
        flow.closing(reports::shutdown)
                .beginsAfter(HEALTHY_TIME)
                .at((int) HEALTHY_TIME.toSeconds(), manager -> start(reports, flow))
                .work(RESOLVER, message -> {})
                .join(LOGGER, JoinSettings.fixed(16))
                .work(LOGGER, message -> flow.pool().use(message, held -> PlantedWork.pause(micros(4_000))));
    }

    private static void start(ExecutorService reports, LaboratoryFlow flow) {
        for (int i = 0; i < REPORTS; i++) {
            reports.submit(() -> {
                while (!reports.isShutdown()) {
                    flow.pool().use(0, held -> PlantedWork.pause(micros(2_000_000)));
                }
                return null;
            });
        }
    }

    /**
     * The translator calls one of three endpoints. After a healthy time one of them takes 80 ms instead of two.
     *
     * <p>The answer is {@code slow-remote}: a called system answers more slowly than before, although the median message
     * sees nothing of it. {@code slow-messages} is accepted, as it leads to the messages for that endpoint.
     */
    private static void slowEndpoint(LaboratoryFlow flow) {
        flow.beginsAfter(HEALTHY_TIME)
                .join(TRANSLATOR, JoinSettings.fixed(12))
                .work(
                        TRANSLATOR,
                        message -> PlantedWork.pause(micros(flow.hasBegun() && message % 3 == 0 ? 80_000 : 2_000)));
    }

    /**
     * The resolver parses XML for 2 ms, in a cached pool, and allocates all the while.
     *
     * <p>The answer is {@code cpu}. It is not {@code garbage-collection}, although collections are frequent: the objects are
     * short-lived, so each collection is cheap, and a larger heap would gain nothing.
     */
    private static void allocatingParser(LaboratoryFlow flow) {
        XmlParser parser = new XmlParser();
        flow.join(RESOLVER, JoinSettings.cached(2 * PROCESSORS)).work(RESOLVER, message -> parser.parse(micros(2_000)));
    }

    /**
     * The translator calls one host with an HTTP client that keeps two connections per route, the default of many. A call
     * takes 5 ms.
     *
     * <p>The answer is {@code connection-pool}, although it is no pool of a database. {@code lock} is accepted: the threads
     * wait for a thing that they share. It is not {@code slow-remote}, as the host answers as fast as ever, nor
     * {@code too-few-threads}: six of the eight wait for the other two.
     */
    private static void connectionsPerRoute(LaboratoryFlow flow) {
        BlockingQueue<String> idle = new ArrayBlockingQueue<>(2, false, List.of("connection-1", "connection-2"));
        flow.join(TRANSLATOR, JoinSettings.fixed(8)).work(TRANSLATOR, message -> {
            String leased = idle.take();
            try {
                PlantedWork.pause(micros(5_000));
            } finally {
                idle.add(leased);
            }
        });
    }

    /**
     * After its start the application rebuilds an index, with two threads per processor. The router needs a millisecond of a
     * processor for each message, and gets a third of the processors.
     *
     * <p>The answer is {@code cpu}, at any component: none of them is to blame. It is not {@code noisy-neighbour}, as a
     * search for another process would find nothing.
     */
    private static void indexRebuild(LaboratoryFlow flow) {
        int threads = 2 * PROCESSORS;
        ExecutorService rebuild = Executors.newFixedThreadPool(threads, body -> new Thread(body, "index-rebuild"));
        for (int i = 0; i < threads; i++) {
            rebuild.execute(() -> {
                while (!rebuild.isShutdown()) {
                    PlantedWork.compute(micros(10_000));
                }
            });
        }
        flow.closing(rebuild::shutdown)
                .join(ROUTER, JoinSettings.fixed(PROCESSORS))
                .work(ROUTER, message -> PlantedWork.compute(micros(1_000)));
    }

    /**
     * The resolver charges an account in a transaction of 2 ms. After a healthy time one customer sends all messages, and
     * each transaction waits for the row of that account.
     *
     * <p>The answer is {@code lock}, though it is the database that locks. {@code slow-remote} is accepted: the statements
     * take longer than before. It is not {@code connection-pool}, as each thread has its connection.
     */
    private static void rowLock(LaboratoryFlow flow) {
        Accounts accounts = new Accounts();
        flow.beginsAfter(HEALTHY_TIME).work(RESOLVER, message -> {
            try (Connection connection = flow.pool().take()) {
                accounts.charge(connection, flow.hasBegun() ? 0 : message % Accounts.COUNT);
            }
        });
    }

    /** A table of accounts, created with the first message. */
    private static final class Accounts {

        static final int COUNT = 64;

        private volatile boolean created;

        void charge(Connection connection, int account) throws SQLException {
            if (!created) {
                create(connection);
            }
            connection.setAutoCommit(false);
            try (PreparedStatement update =
                    connection.prepareStatement("update account set used = used + 1 where id = ?")) {
                update.setInt(1, account);
                update.executeUpdate();
                PlantedWork.pause(micros(2_000)); // what else the transaction does
                connection.commit();
            }
        }

        private synchronized void create(Connection connection) throws SQLException {
            if (!created) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(
                            "create table if not exists account (id int primary key, used int) as select x, 0 from "
                                    + "system_range(0, " + (COUNT - 1) + ")");
                }
                created = true;
            }
        }
    }

    /**
     * The client of the message centre lets sixteen requests wait for their answers, and keeps the thread that sends another.
     * After a healthy time an answer takes 40 ms instead of two.
     *
     * <p>The answer is {@code slow-callback}: the other side answers more slowly than before. {@code slow-remote} is
     * accepted, as threads wait, too. It is not {@code too-few-threads}: more of them would wait for the same window.
     */
    private static void windowOfClient(LaboratoryFlow flow) {
        Semaphore window = new Semaphore(WINDOW);
        flow.closing(() -> window.release(MOST_WAITING)) // lets threads end that still wait
                .beginsAfter(HEALTHY_TIME)
                .answerTime(() -> {
                    window.acquireUninterruptibly(); // called before each request
                    return micros(flow.hasBegun() ? 40_000 : 2_000);
                })
                .work(LOGGER, message -> window.release());
    }

    /**
     * For one message in 25 the router has a pattern that backtracks for 50 ms. Its only thread needs next to nothing for
     * the others.
     *
     * <p>The answer is {@code slow-messages}: who looks at those few messages finds the pattern. It is not {@code cpu}, as a
     * processor is free, and {@code too-few-threads} would lead to a second thread that backtracks.
     */
    private static void backtracking(LaboratoryFlow flow) {
        flow.join(ROUTER, JoinSettings.single()).work(ROUTER, message -> {
            if (message % 25 == 0) {
                PlantedWork.compute(micros(50_000));
            }
        });
    }
}
