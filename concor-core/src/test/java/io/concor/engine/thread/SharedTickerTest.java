package io.concor.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SharedTickerTest {

    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    private final AtomicInteger first = new AtomicInteger();
    private final AtomicInteger second = new AtomicInteger();

    @Test
    void ticksForEachUntilItIsStoppedAndGoesOnForTheOthers() {
        Runnable stopFirst = SharedTicker.every(MILLISECOND, first::incrementAndGet);
        Runnable stopSecond = SharedTicker.every(MILLISECOND, second::incrementAndGet);
        await("both tick").until(() -> first.get() > 2 && second.get() > 2);

        stopFirst.run();
        int before = second.get();
        await("the other goes on").until(() -> second.get() > before + 5);
        int stopped = first.get();
        int later = second.get();
        await("the other goes on").until(() -> second.get() > later + 5);

        assertThat(first).hasValue(stopped);
        stopSecond.run();
    }

    @Test
    void ticksAgainAfterTheLastWasStoppedAndStoppingTwiceDoesNothing() {
        Runnable stop = SharedTicker.every(MILLISECOND, first::incrementAndGet);
        stop.run();
        stop.run();

        Runnable stopSecond = SharedTicker.every(MILLISECOND, second::incrementAndGet);

        await("it ticks").until(() -> second.get() > 2);
        stopSecond.run();
    }

    @Test
    void needsNoMemoryToTick() {
        AtomicReference<Thread> clock = new AtomicReference<>();
        Runnable stop = new SharedTicker().add(MILLISECOND, () -> {
            clock.set(Thread.currentThread());
            first.incrementAndGet();
        });
        await("it ticks").until(() -> first.get() > 50);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(clock.get().getId());
        int ticks = first.get();
        await("it goes on").until(() -> first.get() > ticks + 200);

        assertThat(threads.getThreadAllocatedBytes(clock.get().getId())).isEqualTo(before);
        stop.run();
    }

    @Test
    void continuesIfATickAndItsLogFail() {
        Logger logger = (Logger) LoggerFactory.getLogger(SharedTicker.class);
        BrokenAppender broken = new BrokenAppender();
        logger.addAppender(broken);
        logger.setAdditive(false);
        Runnable stopFirst = SharedTicker.every(MILLISECOND, () -> {
            first.incrementAndGet();
            throw new IllegalStateException("this tick fails");
        });

        await("it goes on").until(() -> first.get() > 3);

        stopFirst.run();
        logger.setAdditive(true);
        logger.detachAppender(broken);
    }

    /** A log that throws. */
    private static final class BrokenAppender extends AppenderBase<ILoggingEvent> {
        @Override
        public void doAppend(ILoggingEvent event) {
            throw new IllegalStateException("no disk to write to");
        }

        @Override
        protected void append(ILoggingEvent event) {}
    }

    @Test
    void continuesForAllIfATickFails() {
        Runnable stopFirst = SharedTicker.every(MILLISECOND, () -> {
            first.incrementAndGet();
            throw new IllegalStateException("this tick fails");
        });
        Runnable stopSecond = SharedTicker.every(MILLISECOND, second::incrementAndGet);

        await("both go on").until(() -> first.get() > 3 && second.get() > 3);
        stopFirst.run();
        stopSecond.run();
    }
}
