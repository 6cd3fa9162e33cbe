package io.concor.sample.moneytracker;

import io.concor.CatchTask;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.SynchronizedRemoteTask;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Wraps every task of the flow. Checks that the thread has exactly the transaction that it should have. On request lets
 * one run of ten fail, before or after the work of the task.
 */
final class InjectedFaults implements BeanPostProcessor {

    private static final Set<String> IN_TRANSACTION = Set.of("trxReader", "trxCalculator", "trxUpdater");

    private final Map<String, AtomicLong> runs = new ConcurrentHashMap<>();
    private final Queue<String> strays = new ConcurrentLinkedQueue<>();
    private volatile int percent;
    private volatile long seed;

    /** An injected failure of a task. */
    static final class InjectedFaultException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String task;

        InjectedFaultException(String task, @Nullable Throwable instead) {
            super("injected into " + task, instead, false, false);
            this.task = task;
        }

        String task() {
            return task;
        }
    }

    /** The work of a task. */
    private interface TaskRun<T> {
        T run() throws Throwable;
    }

    void begin(int percent, long seed) {
        runs.clear();
        this.seed = seed;
        this.percent = percent;
    }

    void end() {
        percent = 0;
    }

    /** Returns the threads that ran a task with a wrong transaction, or without one. */
    Queue<String> strays() {
        return strays;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof SimpleTask<?, ?>) {
            SimpleTask<Object, Object> task = (SimpleTask<Object, Object>) bean;
            return (SimpleTask<Object, Object>) in -> run(name, null, () -> task.apply(in));
        }
        if (bean instanceof SynchronizedRemoteTask<?, ?>) {
            SynchronizedRemoteTask<Object, Object> task = (SynchronizedRemoteTask<Object, Object>) bean;
            return (SynchronizedRemoteTask<Object, Object>) in -> run(name, null, () -> task.apply(in));
        }
        if (bean instanceof SideEffectTask<?>) {
            SideEffectTask<Object> task = (SideEffectTask<Object>) bean;
            return (SideEffectTask<Object>) in -> run(name, null, () -> {
                task.accept(in);
                return in;
            });
        }
        if (bean instanceof CatchTask<?>) {
            CatchTask<Object> task = (CatchTask<Object>) bean;
            return (CatchTask<Object>) error -> run(name, error, () -> task.onError(error));
        }
        return bean;
    }

    private <T> T run(String task, @Nullable Throwable met, TaskRun<T> work) throws Throwable {
        lookForStrays(task);
        int fate = fate(task);
        if (fate == 0) {
            throw new InjectedFaultException(task, met);
        }
        T result = work.run();
        if (fate == 1) {
            throw new InjectedFaultException(task, met);
        }
        return result;
    }

    /** Returns 0 to fail before the work, 1 to fail after it, another number to succeed. */
    private int fate(String task) {
        int chance = percent;
        if (chance == 0) {
            return -1;
        }
        long run = runs.computeIfAbsent(task, name -> new AtomicLong()).incrementAndGet();
        int drawn = new SplittableRandom(seed ^ task.hashCode() ^ run << 20).nextInt(200);
        return drawn < chance ? 0 : drawn < 2 * chance ? 1 : -1;
    }

    private void lookForStrays(String task) {
        boolean expected = IN_TRANSACTION.contains(task);
        boolean active = TransactionSynchronizationManager.isActualTransactionActive();
        boolean synchronizing = TransactionSynchronizationManager.isSynchronizationActive();
        boolean holding = !TransactionSynchronizationManager.getResourceMap().isEmpty();
        if (active != expected || synchronizing != expected || holding != expected) {
            strays.add("%s on %s: transaction %s, synchronization %s, resources %s"
                    .formatted(task, Thread.currentThread().getName(), active, synchronizing, holding));
        }
    }
}
