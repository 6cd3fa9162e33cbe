package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.diagnosis.StackProfileBuilder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stacks of threads that wait, for a lock that the test holds or for something else. */
@Timeout(60)
class StackSamplerTest {

    private final Object monitor = new Object();
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread atMonitor = new Thread(this::enter, "at-monitor");
    private final Thread atLock = new Thread(this::lock, "at-lock");
    private final Thread atLatch = new Thread(this::awaitEnd, "at-latch");

    private void enter() {
        synchronized (monitor) {
            awaitEnd();
        }
    }

    private void lock() {
        lock.lock();
        lock.unlock();
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        end.countDown();
        atMonitor.join();
        atLock.join();
        atLatch.join();
    }

    private static void start(Thread thread, Thread.State until) {
        thread.start();
        await(thread.getName()).until(() -> thread.getState() == until);
    }

    /** Looks twice. Threads that wait in one place look the same each time. */
    private static StackProfile profile(Thread... threads) {
        AtomicLong seconds = new AtomicLong();
        return StackSampler.profile(
                Stream.of(threads).map(Thread::getId).toList(),
                () -> TimeUnit.SECONDS.toNanos(seconds.getAndIncrement()));
    }

    @Test
    void looksAtSixteenThreadsAtMost() throws InterruptedException {
        List<Thread> many = Stream.generate(() -> new Thread(this::awaitEnd, "one-of-many"))
                .limit(20)
                .toList();
        many.forEach(thread -> start(thread, Thread.State.WAITING));
        AtomicLong seconds = new AtomicLong();

        StackProfile profile = StackSampler.profile(
                many.stream().map(Thread::getId).toList(), () -> TimeUnit.SECONDS.toNanos(seconds.getAndAdd(2)));

        assertThat(profile.stacks()).as("in one sample").isEqualTo(16);
        end.countDown();
        for (Thread thread : many) {
            thread.join();
        }
    }

    @Test
    void tellsThreadsThatWaitForALockFromThoseThatWaitForSomethingElse() {
        lock.lock();
        try {
            synchronized (monitor) {
                start(atMonitor, Thread.State.BLOCKED);
                start(atLock, Thread.State.WAITING);
                start(atLatch, Thread.State.WAITING);

                StackProfile profile = profile(atMonitor, atLock, atLatch);

                assertThat(profile.stacks()).isPositive();
                assertThat(profile.sharing()).isZero();
                assertThat(profile.lockedShare()).isEqualTo(2 / 3.0);
                assertThat(profile.lock()).startsWith(StackSamplerTest.class.getName());
            }
        } finally {
            lock.unlock();
        }
    }

    private Connection take() {
        awaitEnd();
        throw new IllegalStateException("planted: no connection");
    }

    /** As one that several processes share. */
    private final class ClusterLock implements Lock {

        @Override
        public void lock() {
            awaitEnd();
        }

        @Override
        public void lockInterruptibly() {
            awaitEnd();
        }

        @Override
        public boolean tryLock() {
            return false;
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) {
            return false;
        }

        @Override
        public void unlock() {}

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }

    /** A method of a name that pools and locks have, too. */
    private void acquire() {
        awaitEnd();
    }

    @Test
    void tellsByTypesWhatThreadsWaitFor() throws InterruptedException {
        Thread atPool = new Thread(() -> assertThatThrownBy(this::take), "at-pool");
        Thread atClusterLock = new Thread(() -> new ClusterLock().lock(), "at-cluster-lock");
        Thread elsewhere = new Thread(this::acquire, "elsewhere");
        start(atPool, Thread.State.WAITING);
        start(atClusterLock, Thread.State.WAITING);
        start(elsewhere, Thread.State.WAITING);

        StackProfile profile = profile(atPool, atClusterLock, elsewhere);

        assertThat(profile.connectingShare()).isEqualTo(1 / 3.0);
        assertThat(profile.lockedShare()).isEqualTo(1 / 3.0);
        assertThat(profile.sharing()).as("a single one waits otherwise").isZero();
        end.countDown();
        for (Thread thread : List.of(atPool, atClusterLock, elsewhere)) {
            thread.join();
        }
    }

    @Test
    void countsThreadsThatWaitForTheSameObject() throws InterruptedException {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        Thread second = new Thread(this::awaitEnd, "second");
        Thread alone = new Thread(answer::join, "alone");
        start(atLatch, Thread.State.WAITING);
        start(second, Thread.State.WAITING);
        start(alone, Thread.State.WAITING);

        StackProfile profile = profile(atLatch, second, alone);

        assertThat(profile.sharingShare()).isEqualTo(2 / 3.0);
        assertThat(profile.shared()).isEqualTo(StackSamplerTest.class.getName() + ".awaitEnd");
        assertThat(profile.locked()).isZero();
        answer.complete(null);
        alone.join();
    }

    @Test
    void endsAfterThreeSecondsAlsoIfASampleTakesLong() {
        start(atLatch, Thread.State.WAITING);

        StackProfile profile = profile(atLatch);

        assertThat(profile.stacks()).isEqualTo(2);
    }

    @Test
    void leavesOutThreadsThatHaveEnded() throws InterruptedException {
        end.countDown();
        atLatch.start();
        atLatch.join();
        Thread.currentThread().interrupt(); // ends at once
        StackProfile profile = StackSampler.profile(List.of(atLatch.getId()));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(profile).isEqualTo(StackProfileBuilder.of(0).build());
        assertThat(profile.lockedShare()).isZero();
    }

    private volatile boolean computing = true;

    @Test
    void tellsThreadsThatComputeFromThoseThatWait() throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Thread computes = new Thread(() -> {
            while (computing) {
                threads.getCurrentThreadCpuTime(); // a native method, in which most of its stacks are
            }
        });
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread atSocket = new Thread(() -> assertThatThrownBy(silent::accept), "at-socket");
            start(computes, Thread.State.RUNNABLE);
            start(atSocket, Thread.State.RUNNABLE);
            start(atLatch, Thread.State.WAITING);

            StackProfile profile = StackSampler.profile(List.of(computes.getId(), atSocket.getId(), atLatch.getId()));

            // those that compute in a native method are known by what they use, which is less on a busy machine
            assertThat(profile.wantingShare()).isBetween(0.15, 0.4);
            assertThat(profile.callingShare()).isBetween(0.3, 0.55);
        } finally {
            computing = false;
            computes.join();
        }
    }
}
