package io.concor.experiments.laboratory;

import static io.concor.experiments.laboratory.flow.LaboratoryFlow.AT_TRANSLATOR;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.RESOLVER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.ROUTER;
import static io.concor.experiments.laboratory.flow.LaboratoryFlow.SESSION_MANAGER;
import static io.concor.experiments.plants.PlantedWork.micros;

import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Cause;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.plants.PlantedWork;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Causes in threads, locks and rings. */
final class ThreadPlants {

    private ThreadPlants() {}

    static List<Plant> all() {
        return List.of(
                Plant.of("lock-in-task", Cause.LOCK, RESOLVER, 480, ThreadPlants::lockInTask),
                Plant.of("lock-in-collection", Cause.LOCK, ROUTER, 480, ThreadPlants::lockInCollection),
                Plant.of("lock-in-library", Cause.LOCK, RESOLVER, 480, flow -> {
                    Ledger ledger = new Ledger();
                    flow.work(RESOLVER, ledger::book);
                }),
                Plant.of(
                        "single-thread",
                        Cause.SINGLE_THREAD,
                        SESSION_MANAGER,
                        480,
                        flow -> flow.work(SESSION_MANAGER, message -> PlantedWork.pause(micros(2_000)))),
                Plant.of(
                        "single-thread-computes",
                        Cause.SINGLE_THREAD,
                        SESSION_MANAGER,
                        490,
                        flow -> flow.work(SESSION_MANAGER, message -> PlantedWork.compute(micros(2_000)))),
                Plant.of("hot-key", Cause.HOT_KEY, ROUTER, 480, flow -> flow.keyed(ThreadPlants::halfOfOneKey, 8)
                        .work(ROUTER, message -> PlantedWork.pause(micros(4_000)))),
                Plant.of("few-threads", Cause.TOO_FEW_THREADS, RESOLVER, 480, flow -> flow.join(
                                RESOLVER, JoinSettings.fixed(2))
                        .work(RESOLVER, message -> flow.pool().use(message, held -> PlantedWork.pause(micros(4_000))))),
                Plant.of("one-thread", Cause.TOO_FEW_THREADS, ROUTER, 480, flow -> flow.join(
                                ROUTER, JoinSettings.single())
                        .work(ROUTER, message -> PlantedWork.pause(micros(2_000)))),
                Plant.of("few-threads-for-two", Cause.TOO_FEW_THREADS, AT_TRANSLATOR, 390, flow -> flow.join(
                                RESOLVER, JoinSettings.fixed(4))
                        .work(AT_TRANSLATOR, message -> PlantedWork.pause(micros(8_000)))),
                Plant.of("small-ring", Cause.RING, ROUTER, 600, ThreadPlants::smallRing),
                Plant.of("pinned-virtual-threads", Cause.PINNED_VIRTUAL_THREADS, RESOLVER, 180, flow -> flow.join(
                                RESOLVER, JoinSettings.virtual(64))
                        .work(RESOLVER, message -> PinningClass.initialize())));
    }

    private static int halfOfOneKey(int message) {
        return message % 2 == 0 ? 0 : message;
    }

    private static void lockInTask(LaboratoryFlow flow) {
        Object lock = new Object();
        flow.work(RESOLVER, message -> {
            synchronized (lock) {
                PlantedWork.pause(micros(2_000));
            }
        });
    }

    private static void lockInCollection(LaboratoryFlow flow) {
        Map<Integer, Integer> counts = Collections.synchronizedMap(new HashMap<>());
        flow.join(ROUTER, JoinSettings.fixed(8))
                .work(
                        ROUTER,
                        message -> counts.compute(message % 10, (key, count) -> {
                            PlantedWork.pause(micros(2_000));
                            return message;
                        }));
    }

    /** A class of a library with a lock that its users do not see. */
    private static final class Ledger {

        private final ReentrantLock lock = new ReentrantLock();

        void book(int message) {
            lock.lock();
            try {
                PlantedWork.pause(micros(2_000));
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Every fortieth message takes long in the router. Meanwhile its ring of two stops the session manager, which takes a
     * millisecond for each message and does not catch up.
     */
    private static void smallRing(LaboratoryFlow flow) {
        flow.join(ROUTER, JoinSettings.single().capacity(2))
                .work(SESSION_MANAGER, message -> PlantedWork.pause(micros(900)))
                .work(ROUTER, message -> PlantedWork.pause(micros(message % 40 == 0 ? 25_000 : 50)));
    }
}
