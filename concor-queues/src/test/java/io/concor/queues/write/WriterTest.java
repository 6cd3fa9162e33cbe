package io.concor.queues.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.QueueStoreException;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.EndRequest;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.PutRow;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.measure.BusyTime;
import io.concor.queues.measure.QueueActivity;
import io.concor.queues.member.LaneListener;
import io.concor.queues.member.MemberSettings;
import io.concor.queues.member.Membership;
import io.concor.queues.row.LaneRow;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.QueueRow;
import io.concor.queues.store.TextFormat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WriterTest {

    private static final Duration SILENCE = Duration.ofSeconds(10);

    /** Finds no memory when it is to learn of the first rows. */
    private static final class ForgetfulListener implements CommitListener, LaneListener {
        final AtomicInteger puts = new AtomicInteger();

        @Override
        public void put(LocalQueue queue, Map<Integer, Long> lowest) {
            if (puts.incrementAndGet() == 1) {
                throw new OutOfMemoryError("planned");
            }
        }

        @Override
        public void put(PutRow row) {
            throw new AssertionError("no row is wanted");
        }

        @Override
        public void delayed(LocalQueue queue) {}

        @Override
        public void ended(List<EndRequest> ends) {}

        @Override
        public void disowned(ClaimedEvent event) {}

        @Override
        public void gained(LaneRow lane) {}

        @Override
        public void lost(int queue, int lane) {}

        @Override
        public void leaving(int queue, int lane) {}

        @Override
        public void woken(boolean late) {}
    }

    private static PutReceipt receipt(String id, BlockingQueue<String> told) {
        return new PutReceipt() {
            @Override
            public void stored() {
                told.add(id);
            }

            @Override
            public void failed(QueueStoreException cause) {
                told.add(id + " failed");
            }
        };
    }

    /** The commit is not done again, and what follows it is done when there is memory. */
    @Test
    void putsOnceThoughThereIsNoMemoryAfterTheCommit() throws Exception {
        ForgetfulListener listener = new ForgetfulListener();
        DatabaseHealth health = new DatabaseHealth("test");
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (OpenStore store = StoreDatabase.H2.installed();
                Receipts receipts = new Receipts()) {
            receipts.start();
            StoreTables tables = StoreTables.of(store.dialect());
            StoreDataSources sources = StoreDataSources.of(store.dataSource());
            MemberSettings settings = new MemberSettings("test", Duration.ofSeconds(5), Duration.ofSeconds(1));
            Membership membership = new Membership(sources, store.dialect(), settings, SILENCE, listener, health);
            QueueRow row = store.inTransaction(c -> tables.queues().open(c, "flow", "slot", QueueTable.LANES));
            TextFormat format = new TextFormat();
            LocalQueue queue = new LocalQueue(
                    row, new QueueDefinition("flow", "slot", Order.ANY, 10), format, new QueueActivity(), () -> {});
            queue.owns(-1);
            try (Writer writer = new Writer(
                    tables,
                    new EndStatements(tables),
                    new HeldConnection(sources, store.dialect(), SILENCE),
                    receipts,
                    health,
                    new BusyTime())) {
                writer.start(new Announcements(listener, membership));
                for (String id : List.of("one", "two")) {
                    queue.depth().putBegun();
                    NewRow put = new NewRow(row.id(), 0, id, false, null, format.write("text"), Map.of(), 0);
                    writer.put(new PutRequest(queue, put, receipt(id, told)));
                    assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo(id);
                }
            }
            assertThat(listener.puts).as("the first is called again").hasValue(3);
            assertThat(store.<Long>inTransaction(c -> tables.depth(c, row.id(), 10)))
                    .isEqualTo(2);
            assertThat(told).isEmpty();
            assertThat(queue.depth().isQuiet()).isTrue();
        }
    }
}
