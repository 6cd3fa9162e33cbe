package io.concor.kafka.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.QueueStoreException;
import io.concor.kafka.SharedBroker;
import io.concor.kafka.TextMessages;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.topic.TopicNames;
import io.concor.kafka.write.PutPlace;
import io.concor.kafka.write.PutPlace.Way;
import io.concor.queue.NewEvent;
import io.concor.queue.PutReceipt;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.measure.QueueActivity;
import io.concor.queues.outbox.Outboxes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which of two ways puts go, so that none passes one before it. */
@Timeout(60)
class PutOrderTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private final OwnPuts puts = new OwnPuts();
    private final AtomicInteger stored = new AtomicInteger();
    private HikariDataSource dataSource;
    private JdbcQueueStore database;
    private StoredQueue outbox;
    private OpenQueue target;
    private PutOrder order;

    @BeforeEach
    void open() throws Exception {
        dataSource = TestDatabase.H2.empty();
        database = JdbcQueueStore.of(dataSource, new TextMessages()).build();
        open(Order.KEY);
        puts.look(Optional::empty);
    }

    private void open(Order kept) {
        QueueDefinition definition = new QueueDefinition("flow", "slot", kept, 1_000);
        target = new OpenQueue(
                definition, TopicNames.DEFAULT.of(definition), 4, new TextMessages(), new QueueActivity());
        outbox = database.open(Outboxes.of(definition));
        order = new PutOrder(target, outbox, puts, () -> {});
    }

    @AfterEach
    void close() {
        database.close();
        dataSource.close();
    }

    private PutPlace plain(@Nullable String key) {
        NewEvent event = target.prepare(SharedBroker.event("event", key));
        return order.begin(event, new PutReceipt() {
            @Override
            public void stored() {
                stored.incrementAndGet();
            }

            @Override
            public void failed(QueueStoreException cause) {
                throw new AssertionError(cause);
            }
        });
    }

    private void transaction(String key) {
        order.begin(key).over();
    }

    /** The relay has handed all on. */
    private void handOn() {
        while (puts.mayBeThere()) {
            puts.look(Optional::empty);
        }
    }

    @Test
    void aPutGoesStraightIfNothingOfItsKeyIsInTheOutbox() {
        transaction("other");
        assertThat(plain("key").choose()).isEqualTo(Way.STRAIGHT);
        assertThat(plain("other").choose()).isEqualTo(Way.OUTBOX);
        assertThat(plain(null).choose()).as("it keeps no order").isEqualTo(Way.STRAIGHT);
        assertThat(plain(null).order()).isNull();
    }

    @Test
    void aPutGoesBehindATransactionThatIsOpen() {
        PutOrder.InTransaction open = order.begin("key");
        PutPlace behind = plain("key");
        assertThat(behind.choose()).isEqualTo(Way.OUTBOX);
        behind.putIntoOutbox();
        await("it is in the outbox").atMost(LONG).until(() -> stored.get() == 1);
        assertThat(outbox.depth()).isEqualTo(1);
        open.over();
        assertThat(plain("key").choose()).as("a moment later").isEqualTo(Way.OUTBOX);
    }

    /** Else puts that never end would go by the outbox for ever. */
    @Test
    void aPutWaitsSomeTimeAfterTheLastTransactionAndGoesStraightThen() {
        transaction("key");
        await("no transaction lately").atMost(LONG).until(() -> isWaiting("key"));
        assertThat(order.isAwaited()).isTrue();
        PutPlace waits = plain("key");
        assertThat(waits.choose()).isEqualTo(Way.WAIT);
        handOn();
        assertThat(waits.choose()).isEqualTo(Way.STRAIGHT);
        assertThat(plain("key").choose()).isEqualTo(Way.STRAIGHT);
    }

    /** A transaction of another key may be open for long. */
    @Test
    void aPutThatWaitsInVainGoesByTheOutboxAndOthersDoSoAtOnce() {
        PutOrder.InTransaction open = order.begin("other");
        transaction("key");
        await("no transaction lately").atMost(LONG).until(() -> isWaiting("key"));
        PutPlace waits = plain("key");
        await("a second in vain").atMost(LONG).until(() -> waits.choose() == Way.OUTBOX);
        assertThat(plain("key").choose()).isEqualTo(Way.OUTBOX);
        open.over();
    }

    @Test
    void aTransactionWaitsForThePutsBeforeIt() throws Exception {
        PutPlace before = plain("key");
        assertThat(before.choose()).isEqualTo(Way.STRAIGHT);
        PutOrder.InTransaction put = order.begin("key");
        PutPlace later = plain("key");
        CompletableFuture<Void> waited = CompletableFuture.runAsync(() -> put.awaitBefore("event"));
        assertThat(later.choose()).as("those before it are on their way").isEqualTo(Way.WAIT);
        order.begin("another").awaitBefore("event"); // does not wait
        await("it waits").during(Duration.ofMillis(200)).atMost(LONG).until(() -> !waited.isDone());
        before.over();
        waited.get(20, TimeUnit.SECONDS);
        assertThat(later.choose()).isEqualTo(Way.OUTBOX);
    }

    @Test
    void aTransactionIsRefusedIfThePutsBeforeItTakeLong() {
        PutPlace before = plain("key");
        assertThat(before.choose()).isEqualTo(Way.STRAIGHT);
        PutOrder.InTransaction put = order.begin("key");
        assertThatExceptionOfType(QueueStoreException.class)
                .isThrownBy(() -> put.awaitBefore("later"))
                .withMessageContainingAll("'later'", "queue flow.slot", "still on its way", "call later");
        put.over();
        before.over();
        order.begin("key").awaitBefore("later");
    }

    /** It is before the transaction, and waits itself: it goes by the outbox, as the transaction is to be behind it. */
    @Test
    void aPutThatWaitsDoesNotKeepATransactionWaitingForLong() {
        transaction("key");
        await("no transaction lately").atMost(LONG).until(() -> isWaiting("key"));
        PutPlace waits = plain("key");
        assertThat(waits.choose()).isEqualTo(Way.WAIT);
        PutOrder.InTransaction put = order.begin("key");
        assertThat(waits.choose()).isEqualTo(Way.OUTBOX);
        waits.putIntoOutbox();
        put.awaitBefore("event");
        assertThat(stored).hasPositiveValue();
    }

    /** Asks, and takes back what was asked for. */
    private boolean isWaiting(String key) {
        PutPlace asked = plain(key);
        boolean waits = asked.choose() == Way.WAIT;
        asked.over();
        return waits;
    }

    @Test
    void whatIsInTheOutboxMayHaveAnyPlaceWhenTheOrderChanges() {
        transaction("key");
        assertThat(isWaitingOrBehind("other")).isFalse();
        order.reordered();
        assertThat(isWaitingOrBehind("other")).isTrue();
        handOn();
        assertThat(isWaitingOrBehind("other")).isFalse();
    }

    private boolean isWaitingOrBehind(String key) {
        PutPlace asked = plain(key);
        boolean straight = asked.choose() == Way.STRAIGHT;
        asked.over();
        return !straight;
    }

    @Test
    void nothingWaitsForAnOutboxThatIsClosed() {
        transaction("key");
        await("no transaction lately").atMost(LONG).until(() -> isWaiting("key"));
        order.close();
        assertThat(plain("key").choose()).isEqualTo(Way.OUTBOX);
    }

    @Test
    void whatHasNoKeyKeepsOneOrderWhereOneThreadServes() {
        open(Order.ONE);
        order.begin(null).over();
        assertThat(plain("key").choose()).isEqualTo(Way.STRAIGHT);
        assertThat(plain(null).choose()).isEqualTo(Way.OUTBOX);
    }

    @Test
    void noneWaitsWhereNoOrderIsKept() {
        open(Order.ANY);
        order.begin("key").over();
        assertThat(plain("key").choose()).isEqualTo(Way.STRAIGHT);
        assertThat(puts.mayBeThere()).isTrue();
    }
}
