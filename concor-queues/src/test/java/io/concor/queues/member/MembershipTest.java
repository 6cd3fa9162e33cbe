package io.concor.queues.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.OnPostgresAndH2;
import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.row.LaneRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Instances over one database, each with the thread it has in a process. */
@Timeout(60)
class MembershipTest {

    private static final MemberSettings SETTINGS =
            new MemberSettings("test", Duration.ofMillis(800), Duration.ofMillis(250));
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int LANES = 16;

    /** One instance, and the lanes it knows it owns. */
    private static final class Instance implements LaneListener, AutoCloseable {
        final Map<Integer, Long> lanes = new ConcurrentHashMap<>();
        final List<Integer> leaving = new ArrayList<>();
        final AtomicInteger wakes = new AtomicInteger();
        final AtomicInteger late = new AtomicInteger();
        final Membership membership;
        private final int queue;
        private volatile boolean busy;

        Instance(Database database, int queue) {
            this.queue = queue;
            membership = new Membership(
                    database.sources,
                    database.dialect,
                    SETTINGS,
                    Duration.ofSeconds(5),
                    this,
                    new DatabaseHealth("test"));
            membership.start();
        }

        Instance consumes(boolean together) {
            membership.consume(queue, together);
            return this;
        }

        @Override
        public void gained(LaneRow lane) {
            lanes.put(lane.lane(), lane.epoch());
        }

        @Override
        public void lost(int of, int lane) {
            lanes.remove(lane);
        }

        @Override
        public void leaving(int of, int lane) {
            synchronized (leaving) {
                leaving.add(lane);
            }
            if (!busy) {
                lanes.remove(lane);
                membership.giveBack(queue, lane);
            }
        }

        @Override
        public void woken(boolean isLate) {
            wakes.incrementAndGet();
            if (isLate) {
                late.incrementAndGet();
            }
        }

        @Override
        public void close() {
            membership.close();
        }
    }

    /** A database with one queue. */
    private static final class Database implements AutoCloseable {
        final OpenStore store;
        final StoreDataSources sources;
        final Dialect dialect;
        final int queue;

        Database(StoreDatabase kind) throws Exception {
            store = kind.installed();
            dialect = store.dialect();
            sources = new StoreDataSources(store.dataSource(), store.dataSource(), kind != StoreDatabase.SQLITE);
            queue = store.inTransaction(connection -> new QueueTable(dialect)
                    .open(connection, "flow", "slot", LANES)
                    .id());
        }

        Instance instance() {
            return new Instance(this, queue);
        }

        List<String> owners() throws SQLException {
            try (Connection connection = store.dataSource().getConnection()) {
                return Sql.list(
                        connection,
                        "select owner from concor_lane where owner is not null and queue = ?",
                        row -> row.getString(1),
                        queue);
            }
        }

        @Override
        public void close() throws Exception {
            store.close();
        }
    }

    private static void await(String what, java.util.concurrent.Callable<Boolean> condition) {
        org.awaitility.Awaitility.await(what).atMost(LONG).until(condition);
    }

    @ParameterizedTest
    @EnumSource(StoreDatabase.class)
    void sharesLanesEvenlyAndGivesThemBackAtTheEnd(StoreDatabase kind) throws Exception {
        try (Database database = new Database(kind)) {
            Instance one = database.instance().consumes(false);
            await("all lanes", () -> one.lanes.size() == LANES);
            Instance two = database.instance().consumes(false);
            await("half of the lanes", () -> one.lanes.size() == LANES / 2 && two.lanes.size() == LANES / 2);
            two.close();
            await("all lanes again", () -> one.lanes.size() == LANES);
            one.close();
            assertThat(database.owners()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "SQLITE", "H2"})
    void takesTheLanesOfAnInstanceThatVanished(StoreDatabase kind) throws Exception {
        try (Database database = new Database(kind)) {
            Instance one = database.instance().consumes(false);
            await("all lanes", () -> one.lanes.size() == LANES);
            Map<Integer, Long> epochs = Map.copyOf(one.lanes);
            one.membership.vanish();
            try (Instance two = database.instance().consumes(false)) {
                assertThat(two.lanes).isEmpty();
                await("all lanes", () -> two.lanes.size() == LANES);
                two.lanes.forEach((lane, epoch) -> assertThat(epoch).isGreaterThan(epochs.get(lane)));
                assertThat(one.membership.holdsLease()).isFalse();
            }
        }
    }

    /** A backend may not have noticed yet that the process is gone. */
    @Test
    void takesALaneSoonAfterATransactionOfItsOldOwnerHasEnded() throws Exception {
        try (Database database = new Database(StoreDatabase.POSTGRESQL)) {
            Instance one = database.instance().consumes(false);
            await("all lanes", () -> one.lanes.size() == LANES);
            one.membership.vanish();
            try (Connection holding = database.store.dataSource().getConnection();
                    Instance two = database.instance().consumes(false)) {
                holding.setAutoCommit(false);
                Sql.list(holding, "select lane from concor_lane where lane = 3 for share", row -> row.getInt(1));
                await("the others", () -> two.lanes.size() == LANES - 1);
                holding.rollback();
                org.awaitility.Awaitility.await("the last one")
                        .atMost(Duration.ofSeconds(4))
                        .until(() -> two.lanes.size() == LANES);
            }
        }
    }

    @OnPostgresAndH2
    void joinsAnewWithoutItsLanesWhenItHasExpired(StoreDatabase kind) throws Exception {
        try (Database database = new Database(kind);
                Instance one = database.instance().consumes(false)) {
            await("all lanes", () -> one.lanes.size() == LANES);
            String id = one.membership.id();
            Map<Integer, Long> epochs = Map.copyOf(one.lanes);
            try (Connection connection = database.store.dataSource().getConnection()) {
                Sql.update(connection, "delete from concor_instance where id = ?", id);
            }
            await("another id", () -> !one.membership.id().equals(id));
            await(
                    "all lanes under other epochs",
                    () -> one.lanes.size() == LANES
                            && one.lanes.entrySet().stream()
                                    .noneMatch(lane -> lane.getValue().equals(epochs.get(lane.getKey()))));
        }
    }

    @OnPostgresAndH2
    void keepsALeavingLaneWhileItsEventsAreInWork(StoreDatabase kind) throws Exception {
        try (Database database = new Database(kind);
                Instance one = database.instance().consumes(false)) {
            one.busy = true;
            await("all lanes", () -> one.lanes.size() == LANES);
            try (Instance two = database.instance().consumes(false)) {
                await("leaving", () -> one.leaving.size() == LANES / 2);
                assertThat(two.lanes).isEmpty();
                for (int lane : List.copyOf(one.leaving)) {
                    one.membership.giveBack(database.queue, lane);
                }
                await("half of the lanes", () -> two.lanes.size() == LANES / 2);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "SQLITE", "H2"})
    void givesAllLanesToOneWhereTheyBelongTogether(StoreDatabase kind) throws Exception {
        try (Database database = new Database(kind)) {
            Instance one = database.instance().consumes(true);
            await("all lanes", () -> one.lanes.size() == LANES);
            try (Instance two = database.instance().consumes(true)) {
                one.membership.stopConsuming(database.queue);
                await("all lanes of the other", () -> two.lanes.size() == LANES && one.lanes.isEmpty());
            }
            one.close();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "SQLITE", "H2"})
    void wakesOtherInstances(StoreDatabase kind) throws Exception {
        try (Database database = new Database(kind);
                Instance one = database.instance().consumes(false);
                Instance two = database.instance().consumes(false)) {
            await("both", () -> one.lanes.size() == LANES / 2 && two.lanes.size() == LANES / 2);
            int before = two.wakes.get();
            one.membership.announce(false);
            await("woken", () -> two.wakes.get() > before);
            int lateBefore = two.late.get();
            one.membership.announce(true);
            await("woken late", () -> two.late.get() > lateBefore);
        }
    }
}
