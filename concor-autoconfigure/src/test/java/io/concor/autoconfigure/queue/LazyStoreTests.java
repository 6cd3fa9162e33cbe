package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a store that is not open knows of what lies there. */
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
}
