package io.concor.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import org.junit.jupiter.api.Test;

/** When another thread may remove events from the ring of a worker. */
class WorkerTest {

    private final ContextPool contexts = new ContextPool(8, false);
    private final Ring ring = new Ring(contexts, 8);
    private final PoolInHand pool = new PoolInHand(ring, JoinSettings.single(), served -> {});
    private final Worker worker = pool.workers().get(0);

    @Test
    void mayTakeAnEventWhileItHasNone() {
        pool.pool().resume();
        assertThat(worker.takesNothing(ring::contains)).isFalse();
    }

    @Test
    void takesNothingWhileItHasAnEvent() {
        ring.put(contexts.take());
        ring.put(contexts.take());
        assertThat(ring.take(worker)).isNotNull();
        assertThat(worker.takesNothing(ring::contains)).isTrue();
    }

    /** The only worker first shows that it has an event and then takes it. */
    @Test
    void mayTakeTheEventThatItShowsButHasNotTaken() {
        Context next = contexts.take();
        ring.put(next);
        worker.hasEvent(next.index);
        assertThat(worker.takesNothing(ring::contains)).isFalse();
    }

    @Test
    void takesNothingWhenItHasEnded() {
        worker.end();
        assertThat(worker.takesNothing(ring::contains)).isTrue();
    }
}
