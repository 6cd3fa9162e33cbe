package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.concor.queues.row.LaneEpoch;
import io.concor.queues.row.LaneRow;
import io.concor.queues.row.QueueRow;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(StoreDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueueTableTest extends TableContract {

    @Test
    void createsAQueueWithItsLanesOnce() throws SQLException {
        QueueRow created = open("orders", "billing 🙂", 4);
        QueueRow opened = open("orders", "billing 🙂", 16);

        assertThat(created).isEqualTo(opened);
        assertThat(created).isEqualTo(new QueueRow(created.id(), "orders", "billing 🙂", 4, false));
        assertThat(lanes(created.id()))
                .containsExactlyElementsOf(IntStream.range(0, 4)
                        .mapToObj(lane -> new LaneRow(created.id(), lane, null, 0, 0))
                        .toList());
        assertThat(open("orders", "Billing 🙂", 1).id()).isNotEqualTo(created.id());
        assertThat(store.inTransaction(queues::list)).contains(created);
    }

    @Test
    void createsAQueueOnceIfSeveralDo() {
        Set<QueueRow> opened = ConcurrentHashMap.newKeySet();
        AtomicInteger rounds = new AtomicInteger();

        Race.of(
                4,
                store.dialect(),
                () -> opened.add(open("raced", "slot", LANES)),
                () -> rounds.getAndIncrement() >= 8);

        assertThat(opened).hasSize(1);
    }

    @Test
    void refusesNamesThatAreTooLong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open("f".repeat(256), "slot", 1))
                .withMessageContaining("256 characters")
                .withMessageContaining("at most 255");
    }

    @Test
    void pausesAndResumes() throws SQLException {
        pause(true);
        assertThat(store.inTransaction(queues::paused)).contains(queue.id());
        assertThat(open(queue.flow(), queue.slot(), 1).paused()).isTrue();

        pause(false);
        assertThat(store.inTransaction(queues::paused)).doesNotContain(queue.id());
    }

    private void pause(boolean paused) throws SQLException {
        store.inTransaction(connection -> {
            queues.pause(connection, queue.id(), paused);
            return "done";
        });
    }

    @Test
    void raisesHowFarEventsWereBegunAndNeverLowersIt() throws SQLException {
        assertThat(raise(Map.of(epoch(0, 0), 7L, epoch(3, 0), 9L))).isEmpty();
        assertThat(raise(Map.of(epoch(0, 0), 5L))).isEmpty();

        assertThat(lanes(queue.id())).extracting(LaneRow::attemptedTo).startsWith(7L, 0L, 0L, 9L);
    }

    @Test
    void doesNotRaiseLanesOfAnotherEpoch() throws SQLException {
        takeOver(3);

        assertThat(raise(Map.of(epoch(0, 0), 7L, epoch(3, 0), 9L))).containsExactly(epoch(3, 0));

        assertThat(lanes(queue.id())).extracting(LaneRow::attemptedTo).startsWith(7L, 0L, 0L, 0L);
    }

    private List<LaneEpoch> raise(Map<LaneEpoch, Long> attemptedTo) throws SQLException {
        return store.inTransaction(connection -> lanes.raiseAttempted(connection, attemptedTo));
    }

    @Test
    void lowersHowFarEventsWereBegunOfLanesOfTheEpoch() throws SQLException {
        raise(Map.of(epoch(0, 0), 700L, epoch(3, 0), 900L));
        takeOver(3);

        store.inTransaction(connection -> {
            lanes.lowerAttempted(connection, Map.of(epoch(0, 0), 5L, epoch(3, 0), 6L));
            return true;
        });

        assertThat(lanes(queue.id())).extracting(LaneRow::attemptedTo).startsWith(5L, 0L, 0L, 900L);
    }

    @Test
    void fencesAnOwnerThatLostOneOfItsLanes() throws SQLException {
        List<LaneEpoch> owned = List.of(epoch(5, 0), epoch(0, 0), epoch(3, 0));
        assertThat(holds(owned)).isTrue();

        takeOver(3);

        assertThat(holds(owned)).isFalse();
        assertThat(holds(List.of(epoch(5, 0), epoch(0, 0), epoch(3, 1)))).isTrue();
    }

    private boolean holds(List<LaneEpoch> owned) throws SQLException {
        return store.inTransaction(
                connection -> lanes.fence(connection, List.of(), owned).held() == owned.size());
    }

    @Test
    void readsALaneThatItLocks() throws SQLException {
        raise(Map.of(epoch(2, 0), 7L));

        List<LaneRow> locked = store.inTransaction(connection -> lanes.lock(connection, queue.id(), 2));

        assertThat(locked).containsExactly(new LaneRow(queue.id(), 2, null, 0, 7));
    }

    private LaneEpoch epoch(int lane, long epoch) {
        return new LaneEpoch(queue.id(), lane, epoch);
    }

    private void takeOver(int lane) throws SQLException {
        store.inTransaction(connection -> Sql.update(
                connection, "update concor_lane set epoch = epoch + 1 where queue = ? and lane = ?", queue.id(), lane));
    }

    private List<LaneRow> lanes(int id) throws SQLException {
        return store.inTransaction(connection -> lanes.lanes(connection, id));
    }

    private QueueRow open(String flow, String slot, int count) throws SQLException {
        return store.inTransaction(connection -> queues.open(connection, flow, slot, count));
    }
}
