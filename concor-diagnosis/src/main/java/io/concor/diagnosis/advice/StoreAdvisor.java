package io.concor.diagnosis.advice;

import io.concor.diagnosis.situation.PoolShortage;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StoreLoad;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.text.Sentence;
import java.util.List;
import java.util.stream.Stream;

/** Says what helps a store in which events wait. Words only: what its database would do with other settings is not known. */
record StoreAdvisor(Situation situation, int slot) {

    /** Whether the flow is full because the queue of a slot is. */
    static boolean isFull(Situation situation, int component) {
        return component >= 0
                && StoreLoad.of(situation, component).filter(StoreLoad::isFull).isPresent();
    }

    List<Advice> adviseOnRoom() {
        return List.of(Advice.ofText(
                "Find out why so few events of %s are handled: the endpoint concorqueues shows whether its queue is paused, whose keys wait for a dead letter, and which processes take part. Or let more events wait (capacity).",
                name()));
    }

    List<Advice> advise() {
        StoreLoad store = new StoreLoad(situation, slot);
        return store.isAway() ? away() : slow(store);
    }

    private List<Advice> away() {
        return List.of(
                Advice.ofText(
                        "Check whether the database of the store runs, can be reached and has room on its disk. The store tries again by itself, and what it has taken is safe."));
    }

    private List<Advice> slow(StoreLoad store) {
        Stream<Advice> connections = PoolShortage.exists(situation)
                ? new ConnectionAdvisor(situation).more(name()).stream()
                : Stream.empty();
        return Stream.of(connections, Stream.of(database()), Stream.of(Advice.ofText(use(store))))
                .flatMap(some -> some)
                .toList();
    }

    private static Advice database() {
        return Advice.ofText(
                "Find out what the database of the store waits for: mostly for its disk, which each commit has to reach, or for the network. A faster disk, or a database nearby, helps at once.");
    }

    private String use(StoreLoad store) {
        if (store.holdsThreads()) {
            return Sentence.of(
                    "Let stored slots follow each other only where events must survive: each costs a commit. More threads of %s commit at the same time, which a database server does together; a file (store: sqlite) takes one commit after the other.",
                    name());
        }
        return store.isReadSlowly()
                ? "Let several instances of the application share the queue, or keep messages small: each event is read once, in pages."
                : "Put events without waiting for each one: those that arrive during a commit are written together by the next one. Small messages help.";
    }

    private String name() {
        return "slot '" + situation.name(slot) + "'";
    }
}
