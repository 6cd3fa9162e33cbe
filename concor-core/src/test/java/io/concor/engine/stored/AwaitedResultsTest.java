package io.concor.engine.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.QueueStoreException;
import io.concor.engine.event.AcceptFuture;
import io.concor.engine.event.EventFuture;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AwaitedResultsTest {

    private final AtomicLong now = new AtomicLong();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final AwaitedResults results = new AwaitedResults("orders", now::get, Duration.ofSeconds(30), tasks::add);
    private final EventFuture future = new EventFuture();

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
        results.expire();
    }

    @Test
    void forgetsACallerThatGivesUp() {
        results.put("one", future, "billing");
        results.stored("one", "billing");
        future.cancel(false);
        assertThat(results.size()).isZero();
    }

    @Test
    void forgetsACallerThatHadGivenUpBefore() {
        EventFuture accepted = new AcceptFuture();
        accepted.cancel(false);
        results.put("one", accepted, "billing");
        assertThat(results.size()).isZero();
    }

    @Test
    void failsACallerWhoseEventEndsElsewhere() {
        results.put("one", future, "billing");
        results.stored("one", "billing");
        pass(Duration.ofMinutes(10));
        assertThat(future).isNotDone();
        pass(Duration.ofSeconds(20));
        assertThat(future).as("on the thread of all flows").isNotDone();
        tasks.remove().run();
        assertThatThrownBy(future::join)
                .hasCauseInstanceOf(QueueStoreException.class)
                .hasMessageContainingAll("one", "'orders'", "'billing'", "not known here after 10m", "Use accept");
        assertThat(results.size()).isZero();
    }

    @Test
    void boundsHowManyCallersWait() {
        for (int i = 0; i < 100_000; i++) {
            results.requireRoom(future);
            results.put("event " + i, new EventFuture(), "billing");
        }
        assertThatThrownBy(() -> results.requireRoom(future))
                .isInstanceOf(QueueStoreException.class)
                .hasMessageContainingAll("'orders'", "100000", "Nothing was put", "accept");
        assertThatCode(() -> results.requireRoom(new AcceptFuture())).doesNotThrowAnyException();
        assertThatCode(() -> results.requireRoom(null)).doesNotThrowAnyException();
        results.forget("event 7", new EventFuture());
        assertThatCode(() -> results.requireRoom(future)).doesNotThrowAnyException();
    }

    /** Its put is confirmed or refused by the store in any case. */
    @Test
    void waitsForTheStoreAsLongAsThatTakes() {
        results.put("one", future, "billing");
        pass(Duration.ofHours(1));
        assertThat(future).isNotDone();
    }

    @Test
    void waitsAnewInTheNextSlot() {
        results.put("one", future, "billing");
        results.stored("one", "billing");
        pass(Duration.ofMinutes(9));
        results.stored("one", "shipping");
        pass(Duration.ofMinutes(9));
        assertThat(future).isNotDone();
    }

    @Test
    void waitsAsLongAsTheFlowIfThatIsLonger() {
        AwaitedResults patient = new AwaitedResults("orders", now::get, Duration.ofHours(2), Runnable::run);
        patient.put("one", future, "billing");
        patient.stored("one", "billing");
        now.addAndGet(Duration.ofMinutes(119).toNanos());
        patient.expire();
        assertThat(future).isNotDone();
    }
}
