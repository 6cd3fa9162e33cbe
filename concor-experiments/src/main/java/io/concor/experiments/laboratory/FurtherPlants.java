package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.RemotePlants.HEALTHY_TIME;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.AT_TRANSLATOR;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.LOGGER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.RESOLVER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.ROUTER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.SENDER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.SESSION_MANAGER;
import static io.concor.experiments.plants.PlantedWork.micros;

import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Cause;
import io.concor.experiments.laboratory.Plant.Expected;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.plants.PlantedWork;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Causes as they occur in production, planted without knowledge of the rules: the expected answers were written before the
 * first run and are not adapted to the verdicts. Once a rule is changed with one of them in view, it tells no more than the
 * others do.
 */
final class FurtherPlants {

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private FurtherPlants() {}

    static List<Plant> all() {
        return List.of(
                Plant.either(
                        "one-log-appender",
                        new Expected(Cause.LOCK, ROUTER),
                        new Expected(Cause.LOCK, RESOLVER),
                        460,
                        FurtherPlants::logAppender),
                Plant.of("table-reload", Cause.LOCK, ROUTER, 385, FurtherPlants::tableReload),
                Plant.either(
                        "lost-cache",
                        new Expected(Cause.SLOW_REMOTE, SESSION_MANAGER),
                        new Expected(Cause.SINGLE_THREAD, SESSION_MANAGER),
                        480,
                        FurtherPlants::lostCache),
                Plant.of("throttled-account", Cause.SLOW_CALLBACK, SENDER, 500, FurtherPlants::throttledAccount),
                Plant.of("debug-logging", Cause.CPU, null, 580 * PROCESSORS, FurtherPlants::debugLogging));
    }

    /**
     * The router and the resolver write a line each to the same log, and its appender flushes each line, for 1 ms, while it
     * holds its lock.
     *
     * <p>The answer is {@code lock}, at either of the two: the threads of both stages wait for each other, and which of them
     * wait the more is chance. It is not {@code too-few-threads}: more threads would wait for the same appender.
     */
    private static void logAppender(LaboratoryFlow flow) {
        Appender appender = new Appender();
        flow.work(ROUTER, message -> appender.append()).work(RESOLVER, message -> {
            flow.pool().use(message, held -> PlantedWork.pause(micros(2_000)));
            appender.append();
        });
    }

    /** A synchronous appender of a logging library. */
    private static final class Appender {

        private final ReentrantLock lock = new ReentrantLock();

        void append() {
            lock.lock();
            try {
                PlantedWork.pause(micros(1_000));
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * A scheduled job of the application reloads the table of the router every second. The table has grown, and the job
     * keeps the write lock for 800 ms of the second. The router has the read lock for 2 ms for each message.
     *
     * <p>The answer is {@code lock}, although no thread waits between two reloads. It is not {@code too-few-threads}: all
     * threads wait during a reload, however many there are, and between two of them they are enough. It is not
     * {@code slow-messages} either: it strikes whatever messages come.
     */
    private static void tableReload(LaboratoryFlow flow) {
        ReadWriteLock table = new ReentrantReadWriteLock();
        ScheduledExecutorService reload =
                Executors.newSingleThreadScheduledExecutor(body -> new Thread(body, "table-reload"));
        reload.scheduleAtFixedRate(() -> pauseWith(table.writeLock(), micros(800_000)), 0, 1, TimeUnit.SECONDS);
        flow.closing(reload::shutdown)
                .join(ROUTER, JoinSettings.fixed(4))
                .work(ROUTER, message -> pauseWith(table.readLock(), micros(2_000)));
    }

    private static void pauseWith(Lock lock, Duration time) {
        lock.lock();
        try {
            PlantedWork.pause(time);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The session manager has its sessions in a cache, and asks a store, for 2 ms, for one in 50. After a healthy time the
     * cache is lost, and it asks the store for each.
     *
     * <p>The answer is {@code slow-remote}: the time that the component waits for another system has risen. The store is as
     * fast as ever, but the list of causes has no name for a cache. {@code single-thread} is accepted: the only thread that
     * the component may have is what the calls exhaust.
     */
    private static void lostCache(LaboratoryFlow flow) {
        flow.beginsAfter(HEALTHY_TIME).work(SESSION_MANAGER, message -> {
            if (flow.hasBegun() || message % 50 == 0) {
                PlantedWork.pause(micros(2_000));
            }
        });
    }

    /**
     * After a healthy time the message centre lets the account have one answer every 2 ms, and delays those to all further
     * requests.
     *
     * <p>The answer is {@code slow-callback}: the other side answers more slowly than before, and more so the more requests
     * wait. It is not {@code admission}, although the flow is full in the end: were it larger, more messages would wait for
     * as many answers.
     */
    private static void throttledAccount(LaboratoryFlow flow) {
        Throttle throttle = new Throttle();
        flow.beginsAfter(HEALTHY_TIME)
                .answerTime(() -> micros(1_000).plus(flow.hasBegun() ? throttle.delay() : Duration.ZERO));
    }

    /** Gives each request the first free of the places, which are 2 ms apart. */
    private static final class Throttle {

        private static final long APART_NANOS = 2_000_000;

        private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());

        Duration delay() {
            long now = System.nanoTime();
            long place = lastNanos.accumulateAndGet(now, (last, free) -> Math.max(last + APART_NANOS, free));
            return Duration.ofNanos(place - now);
        }
    }

    /**
     * Debug logging was left on: four components turn each message into text, for 0.4 ms of a processor each.
     *
     * <p>The answer is {@code cpu}, at any component: none of them needs much, but all together do. It is not
     * {@code single-thread}: the session manager's thread could do twice as much if it got a processor.
     */
    private static void debugLogging(LaboratoryFlow flow) {
        for (String component : List.of(SESSION_MANAGER, ROUTER, AT_TRANSLATOR, LOGGER)) {
            flow.work(component, message -> PlantedWork.compute(micros(400)));
        }
    }
}
