package io.concor.autoconfigure.propagation;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.ThreadLocalCarrier;
import io.concor.autoconfigure.propagation.RecordingEvent.Derailed;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A flow with everything that can happen to an event: two slots, transitions that continue at once, while the task runs
 * and after it has returned, each on a thread with other values, an error and a catch component.
 */
final class PropagationFlow implements AutoCloseable {

    static final String FOREIGN = "foreign";
    static final int LOOKS = 9;

    private final ThreadState belonging;
    private final ExecutorService elsewhere = Executors.newFixedThreadPool(2);
    private final Collection<String> seenElsewhere = new ConcurrentLinkedQueue<>();
    private final Flow<RecordingEvent, RecordingEvent> flow;

    PropagationFlow(ThreadState belonging, ThreadLocalCarrier carrier, JoinSettings pool) {
        this.belonging = belonging;
        this.flow = Flows.<RecordingEvent>create("railway")
                .carrying(carrier)
                .map(this::look, "at-the-caller")
                .join(pool)
                .map(this::look, "in-a-pool")
                .<RecordingEvent>bind((journey, answer) -> answer.complete(look(journey)), "answers-at-once")
                .map(this::look, "behind-it")
                .<RecordingEvent>bind(
                        (journey, answer) -> awaited(() -> answer.complete(journey)), "answers-while-it-runs")
                .map(this::look, "behind-that")
                .<RecordingEvent>bind((journey, answer) -> elsewhere(() -> answer.complete(journey)), "answers-later")
                .map(this::look, "behind-both")
                .join(pool)
                .<RecordingEvent>map(this::derail, "fails")
                .catching(error -> look(((Derailed) error).journey()), "catches")
                .map(this::look, "last")
                .build();
    }

    Flow<RecordingEvent, RecordingEvent> flow() {
        return flow;
    }

    /** The values of the threads after they called a continuation. */
    Collection<String> seenElsewhere() {
        return seenElsewhere;
    }

    private RecordingEvent look(RecordingEvent journey) {
        return journey.note(belonging.seen());
    }

    private RecordingEvent derail(RecordingEvent journey) {
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
