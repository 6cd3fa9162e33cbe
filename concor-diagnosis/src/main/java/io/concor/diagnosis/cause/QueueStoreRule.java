package io.concor.diagnosis.cause;

import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StoreLoad;
import io.concor.diagnosis.verdict.Cause;
import io.concor.text.Sentence;
import java.util.stream.Stream;

/**
 * The store of a slot does not work, or takes the time of its threads; or events wait until it has taken them, or has handed them
 * out. What threads do in tasks, also with the same database, is no time of the store.
 */
final class QueueStoreRule implements CauseRule {

    private static final double MICROS_PER_SECOND = 1e6;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        return switch (bottleneck.place()) {
            case STORE -> Stream.of(finding(new StoreLoad(situation, bottleneck.slot())));
            case STAGE -> beforeBusyThreads(situation, bottleneck);
            case OUTSIDE, TRANSITION, RING, NOWHERE -> Stream.empty();
        };
    }

    private static Finding finding(StoreLoad store) {
        if (store.isAway()) {
            return away(store);
        }
        double certainty = store.situation().host().limitsBottleneck() ? Confidence.TIMES_IF_TASKS_ARE_DELAYED : 1;
        Finding finding = Finding.of(Cause.QUEUE_STORE, store.slot(), certainty * Confidence.QUEUE_STORE);
        if (store.holdsThreads()) {
            return transactions(store, finding);
        }
        return store.isReadSlowly() ? reading(store, finding) : writing(store, finding);
    }

    private static Finding away(StoreLoad store) {
        return Finding.of(Cause.QUEUE_STORE, store.slot(), Confidence.QUEUE_STORE_AWAY)
                .says(
                        "The store of slot '%s' does not work, and events wait for it: it %s.",
                        name(store), store.failure())
                .because(store.away());
    }

    private static Finding transactions(StoreLoad store, Finding finding) {
        return finding.says(
                        "The threads of slot '%s' wait for its store for %.0f %% of their busy time, %s for each transaction, tasks not included.",
                        name(store),
                        100 * store.inStore().value(),
                        Sentence.duration(MICROS_PER_SECOND * store.transactionSeconds()))
                .because(store.inStore(), store.situation().stage(store.slot()).busyEvidence());
    }

    private static Finding reading(StoreLoad store, Finding finding) {
        return finding.says(
                        "%.0f events wait in the store of slot '%s', which reads them for %.0f %% of the time, while the threads of the slot are busy for only %.0f %%.",
                        store.backlog().value(),
                        name(store),
                        100 * store.reading().value(),
                        100 * store.situation().stage(store.slot()).busy())
                .because(store.reading(), store.backlog());
    }

    private static Finding writing(StoreLoad store, Finding finding) {
        return finding.says(
                        "The flow is full, and %.0f of %.0f admitted events wait until the store of slot '%s' has taken them. It writes for %.0f %% of the time.",
                        store.storing().value(),
                        store.situation().traffic().admitted(),
                        name(store),
                        100 * store.writing().value())
                .because(store.storing(), store.writing());
    }

    /** Threads limit how many events end, while the store limits how many are taken. */
    private static Stream<Finding> beforeBusyThreads(Situation situation, Bottleneck bottleneck) {
        return situation
                .filled()
                .filter(slot -> slot <= bottleneck.slot())
                .boxed()
                .flatMap(slot -> StoreLoad.of(situation, slot).stream())
                .filter(StoreLoad::isWrittenSlowly)
                .map(store -> writing(
                        store, Finding.of(Cause.QUEUE_STORE, store.slot(), Confidence.QUEUE_STORE_BEFORE_BUSY_THREADS)))
                .limit(1);
    }

    private static String name(StoreLoad store) {
        return store.situation().name(store.slot());
    }
}
