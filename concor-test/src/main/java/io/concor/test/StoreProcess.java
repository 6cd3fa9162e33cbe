package io.concor.test;

import io.concor.Flow;
import io.concor.manage.Manager;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.codec.MessageFormat;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A store and the flow over it: what is gone when a process dies. Thread-safe. */
final class StoreProcess {

    private static final long PATIENCE_SECONDS = 30;

    private final Crash crash = new Crash(this::bury);
    private final CrashingConnections connections;
    private final JdbcQueueStore store;
    private final CountDownLatch buried = new CountDownLatch(1);
    private volatile @Nullable Flow<?, ?> flow;

    StoreProcess(DataSource dataSource, MessageFormat format) {
        connections = new CrashingConnections(dataSource, crash);
        store = JdbcQueueStore.of(connections.dataSource(), format).build();
    }

    <I, O> Flow<I, O> start(Function<? super JdbcQueueStore, ? extends Flow<I, O>> flowOf) {
        Flow<I, O> built = flowOf.apply(store);
        flow = built;
        if (crash.isDead()) { // by an event that the process before has left
            awaitBuried();
            stopAtOnce();
        }
        return built;
    }

    Crash crash() {
        return crash;
    }

    JdbcQueueStore store() {
        return store;
    }

    /** The threads of the process end, each by itself. On another thread, because one of them has died. */
    private void bury() {
        Thread burial = new Thread(this::end, "concor-test-crash");
        burial.setDaemon(true);
        burial.start();
    }

    private void end() {
        try {
            vanish();
            stopAtOnce();
            connections.drop();
        } finally {
            buried.countDown();
        }
    }

    private void vanish() {
        try {
            store.vanish();
        } finally {
            crash.storeVanished();
        }
    }

    private void stopAtOnce() {
        Flow<?, ?> present = flow;
        if (present != null) {
            Manager manager = new Manager();
            manager.register(present);
            manager.flow(present.name()).stop(Duration.ZERO);
        }
    }

    void awaitBuried() {
        try {
            if (!buried.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("A task of the crashed process has not returned for " + PATIENCE_SECONDS
                        + " s. Tasks of a test must not wait for ever");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while a crashed process ended", interrupted);
        }
    }

    /** Stops the flow, then the store, in order. */
    void close() {
        Flow<?, ?> present = flow;
        if (present != null) {
            present.close();
        }
        store.close();
    }
}
