package io.concor.queues.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.row.LaneRow;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MemberTablesTest {

    /** Until its lane is locked, the old owner may begin more events: an attempt of each is counted. */
    @ParameterizedTest
    @EnumSource(
            value = StoreDatabase.class,
            names = {"POSTGRESQL", "MARIADB", "H2"})
    void takesALaneWithTheMarkThatItHasThen(StoreDatabase database) throws Exception {
        try (OpenStore store = database.installed()) {
            MemberTables tables = new MemberTables(store.dialect());
            int queue = store.inTransaction(
                            c -> new QueueTable(store.dialect()).open(c, "flow", "slot", QueueTable.LANES))
                    .id();
            List<LaneRow> seen = store.inTransaction(tables::lanes).get(queue);
            store.inTransaction(c -> Sql.update(c, "update concor_lane set attempted_to = 40 where lane = 3"));

            List<LaneRow> taken = store.inTransaction(c -> tables.take(c, seen, "me"));

            assertThat(taken).hasSameSizeAs(seen);
            assertThat(taken)
                    .filteredOn(lane -> lane.lane() == 3)
                    .extracting(LaneRow::attemptedTo)
                    .containsExactly(40L);
        }
    }
}
