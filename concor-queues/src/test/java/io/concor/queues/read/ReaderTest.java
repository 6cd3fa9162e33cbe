package io.concor.queues.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.HeldConnection;
import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.QueueTable;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.measure.StoreActivity;
import io.concor.queues.member.MemberSettings;
import io.concor.queues.member.Membership;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.QueueRow;
import io.concor.queues.store.TextFormat;
import io.concor.queues.write.Announcements;
import io.concor.queues.write.EndStatements;
import io.concor.queues.write.Receipts;
import io.concor.queues.write.Writer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The threads of a store, of which the reader looks often for what it was not told. */
@Timeout(60)
class ReaderTest {

    private static final QueueDefinition ANY = new QueueDefinition("flow", "slot", Order.ANY, 100);
    private static final Duration SILENCE = Duration.ofSeconds(10);

    /** It was put or postponed by a process that died before it said so, and all lanes are empty. */
    @ParameterizedTest
    @ValueSource(longs = {0, 100})
    void findsAnEventOfAnIdleQueue(long delayMillis) throws Exception {
        try (OpenStore store = StoreDatabase.H2.installed()) {
            StoreTables tables = StoreTables.of(store.dialect());
            StoreDataSources sources = StoreDataSources.of(store.dataSource());
            DatabaseHealth health = new DatabaseHealth("test");
            StoreActivity activity = new StoreActivity();
            TextFormat format = new TextFormat();
            QueueRow row = store.inTransaction(c -> tables.queues().open(c, "flow", "slot", QueueTable.LANES));
            LocalQueue queue = new LocalQueue(row, ANY, format, activity.of("queue"), () -> {});
            try (Reader reader = new Reader(
                            tables,
                            new HeldConnection(sources, store.dialect(), SILENCE),
                            health,
                            activity.reading(),
                            new LookTimes(Duration.ofMillis(50)));
                    Membership membership = new Membership(
                            sources,
                            store.dialect(),
                            new MemberSettings("test", Duration.ofSeconds(5), Duration.ofSeconds(1)),
                            SILENCE,
                            reader,
                            health);
                    Writer writer = new Writer(
                            tables,
                            new EndStatements(tables),
                            new HeldConnection(sources, store.dialect(), SILENCE),
                            new Receipts(),
                            health,
                            activity.writing())) {
                BlockingQueue<StoredEvent> received = new LinkedBlockingQueue<>();
                queue.delivery().to(received::add);
                writer.start(new Announcements(reader, membership));
                membership.start();
                reader.start(format, membership, writer);
                reader.add(queue);
                reader.deliver(queue);
                membership.consume(queue.number(), false);
                await("idle").atMost(SILENCE).until(() -> queue.ownsLane(0) && reader.isIdle(queue));

                NewRow forgotten =
                        new NewRow(row.id(), 0, "event", false, null, format.write("text"), Map.of(), delayMillis);
                store.inTransaction(c -> tables.events().put(c, List.of(forgotten)));

                StoredEvent event = received.poll(20, TimeUnit.SECONDS);
                assertThat(event).isNotNull();
                assertThat(event.id()).isEqualTo("event");
            }
        }
    }
}
