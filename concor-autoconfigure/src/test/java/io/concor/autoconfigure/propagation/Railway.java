package io.concor.autoconfigure.propagation;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.ThreadLocalCarrier;
import io.concor.autoconfigure.propagation.Journey.Derailed;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A flow in which an event meets all that can happen to it: two slots, transitions that answer at once, while the task
 * runs and after it has returned, each from a thread that holds something else, an error and a catch.
 */
final class Railway implements AutoCloseable {

    static final String FOREIGN = "foreign";
    static final int LOOKS = 9;

    private final Belonging belonging;
    private final ExecutorService elsewhere = Executors.newFixedThreadPool(2);
    private final Collection<String> seenElsewhere = new ConcurrentLinkedQueue<>();
    private final Flow<Journey, Journey> flow;

    Railway(Belonging belonging, ThreadLocalCarrier carrier, JoinSettings pool) {
        this.belonging = belonging;
        this.flow = Flows.<Journey>create("railway")
                .carrying(carrier)
                .map(this::look, "at-the-caller")
                .join(pool)
                .map(this::look, "in-a-pool")
                .<Journey>bind((journey, answer) -> answer.complete(look(journey)), "answers-at-once")
                .map(this::look, "behind-it")
                .<Journey>bind((journey, answer) -> awaited(() -> answer.complete(journey)), "answers-while-it-runs")
                .map(this::look, "behind-that")
                .<Journey>bind((journey, answer) -> elsewhere(() -> answer.complete(journey)), "answers-later")
                .map(this::look, "behind-both")
                .join(pool)
                .<Journey>map(this::derail, "fails")
                .catching(error -> look(((Derailed) error).journey()), "catches")
                .map(this::look, "last")
                .build();
    }

    Flow<Journey, Journey> flow() {
        return flow;
    }

    /** What the threads saw after they had called a continuation. */
    Collection<String> seenElsewhere() {
        return seenElsewhere;
    }

    private Journey look(Journey journey) {
        return journey.note(belonging.seen());
    }

    private Journey derail(Journey journey) {
        throw new Derailed(look(journey));
    }

    private void awaited(Runnable answer) throws InterruptedException, ExecutionException {
        elsewhere.submit(() -> holdingForeign(answer)).get();
    }

    private void elsewhere(Runnable answer) {
        elsewhere.execute(() -> holdingForeign(answer));
    }

    private void holdingForeign(Runnable answer) {
        Runnable release = belonging.hold(FOREIGN);
        answer.run();
        seenElsewhere.add(belonging.seen());
        release.run();
    }

    @Override
    public void close() {
        flow.close();
        elsewhere.shutdown();
    }
}
