package io.concor.experiments.plants;

import io.concor.experiments.plants.PlantedTask.Kind;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.MethodBeforeAdvice;

/** Does what is planted before a task handles a message. Thread-safe. */
final class PlantedTaskAdvice implements MethodBeforeAdvice {

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final PlantedTask planted;
    private final Supplier<DataSource> connections;
    private final LongSupplier nanoClock;
    private final @Nullable LiveObjects live;
    private final Object lock = new Object();
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong leaked = new AtomicLong();
    private final AtomicLong beginNanos = new AtomicLong(UNKNOWN);

    PlantedTaskAdvice(PlantedTask planted, Supplier<DataSource> connections, LongSupplier nanoClock) {
        this.planted = planted;
        this.connections = connections;
        this.nanoClock = nanoClock;
        this.live = planted.kind() == Kind.GARBAGE ? new LiveObjects() : null;
    }

    @Override
    public void before(Method method, @Nullable Object[] arguments, @Nullable Object task) throws SQLException {
        if (method.getDeclaringClass() == Object.class) {
            return;
        }
        boolean begun = hasBegun();
        if (messages.getAndIncrement() % planted.every() == 0 && begun) {
            perform();
        }
    }

    private boolean hasBegun() {
        long now = nanoClock.getAsLong();
        beginNanos.compareAndSet(UNKNOWN, now + planted.after().toNanos());
        return now - beginNanos.get() >= 0;
    }

    private void perform() throws SQLException {
        switch (planted.kind()) {
            case PAUSE -> PlantedWork.pause(planted.time());
            case COMPUTE -> PlantedWork.compute(planted.time());
            case LOCK -> pauseLocked();
            case FAIL -> fail();
            case LEAK -> leak();
            case GARBAGE -> Objects.requireNonNull(live).replaceMegabyte();
        }
    }

    private void pauseLocked() {
        synchronized (lock) {
            PlantedWork.pause(planted.time());
        }
    }

    private void fail() {
        PlantedWork.pause(planted.time());
        throw new IllegalStateException("planted");
    }

    private void leak() throws SQLException {
        if (leaked.getAndIncrement() < planted.times()) {
            connections.get().getConnection(); // not closed: the leak
        }
    }
}
