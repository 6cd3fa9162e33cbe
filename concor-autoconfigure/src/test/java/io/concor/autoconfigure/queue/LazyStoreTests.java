package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.queue.EventHeaders;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.QueueStore;
import io.concor.queues.jdbc.DatabaseHealth;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a store that is not open knows of what lies there, and how it is opened and closed. */
@Timeout(60)
class LazyStoreTests {

    private static final String FLOW = "orders";

    private final AtomicLong nanos = new AtomicLong();
    private boolean reachable;
    private int looks;

    private final UnopenedStore store = new UnopenedStore(nanos::get) {

        @Override
        protected Map<String, Set<String>> slotsLeft() throws Exception {
            looks++;
            if (!reachable) {
                throw new Exception("nothing answers");
            }
            return Map.of(FLOW, Set.of("book"));
        }
    };

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private int looksWithin(Duration time) {
        int before = looks;
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plusSeconds(1)) {
            pass(Duration.ofSeconds(1));
            store.slots(FLOW);
        }
        return looks - before;
    }

    @Test
    void looksAgainWhatLiesThereAfterItCouldNotBeReached() {
        assertThat(store.slots(FLOW)).isEmpty();
        reachable = true;
        assertThat(store.slots(FLOW)).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(store.slots(FLOW)).containsExactly("book");
        assertThat(looksWithin(Duration.ofHours(1))).isZero();
    }

    @Test
    void looksLessOftenTheLongerItCannotBeReached() {
        store.slots(FLOW);
        assertThat(looksWithin(Duration.ofMinutes(1))).isBetween(4, 6);
        assertThat(looksWithin(Duration.ofHours(1))).isBetween(11, 16);
    }

    /** A store whose opening takes until a test lets it go on. */
    private static final class SlowlyOpenedStore extends LazyStore<QueueStore> {

        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch goesOn = new CountDownLatch(1);
        private final CountDownLatch closed = new CountDownLatch(1);

        SlowlyOpenedStore() {
            super("slow", EventHeaders.NONE);
        }

        @Override
        public QueueKind kind() {
            return QueueKind.REMOTE;
        }

        @Override
        public boolean sharesTransactions() {
            return false;
        }

        @Override
        public boolean sharesTransactions(Transactions others) {
            return false;
        }

        @Override
        public boolean isInTransaction() {
            return false;
        }

        @Override
        protected QueueStore openNow() {
            begun.countDown();
            try {
                goesOn.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return new UnopenedStore();
        }

        @Override
        protected Map<String, Set<String>> slotsLeft() {
            return Map.of();
        }

        @Override
        protected DatabaseHealth.State stateOf(QueueStore opened) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void close(QueueStore opened) {
            closed.countDown();
        }
    }

    @Test
    void closesWithoutWaitingForAnOpeningAndClosesWhatThatBrings() throws Exception {
        SlowlyOpenedStore slow = new SlowlyOpenedStore();
        CompletableFuture<?> opening =
                CompletableFuture.runAsync(() -> slow.open(new QueueDefinition(FLOW, "book", Order.ANY, 1)));
        slow.begun.await();

        slow.close();
        assertThat(opening).isNotDone();
        slow.goesOn.countDown();
        slow.closed.await();
        assertThatThrownBy(opening::join)
                .hasCauseInstanceOf(QueueStoreException.class)
                .hasMessageContaining("is closed, with its application");
    }
}
