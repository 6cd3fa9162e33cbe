package io.concor.queues;

import static org.awaitility.Awaitility.await;

import io.concor.EventStore;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An event has failed at a slot with a store and passes a slot in memory, behind which a component may handle its error. Until that is
 * known, later events wait.
 */
public abstract class FailedOnTheWayFixture {

    protected static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration A_WHILE = Duration.ofMillis(300);

    protected final Queue<String> begun = new ConcurrentLinkedQueue<>();
    private final CountDownLatch gate = new CountDownLatch(1);

    /** Begins a flow with the slot at which the event fails. */
    protected final FlowBuilder<String, String> first(String flow, EventStore store) {
        return Flows.<String>create(flow)
                .queues(store)
                .join(JoinSettings.single().queue(store.kind()))
                .mapSingleThreaded(this::begin, "first");
    }

    private String begin(String message) {
        begun.add(message);
        if (message.equals("bad")) {
            throw new IllegalStateException("bad");
        }
        return message;
    }

    /** Adds the slot that it passes, in which an event before it waits at the gate. */
    protected final FlowBuilder<String, String> second(FlowBuilder<String, String> first) {
        return first.join(JoinSettings.single()).map(this::pass, "second");
    }

    private String pass(String message) throws InterruptedException {
        if (message.equals("slow")) {
            gate.await();
        }
        return message;
    }

    /** Adds a component that handles the error. */
    protected final FlowBuilder<String, String> recovered(FlowBuilder<String, String> flow) {
        return flow.recovering((failure, context) -> "good", "recovery");
    }

    /** Puts the event, one before it and one after it, and waits until it has failed. */
    protected final void acceptAll(Flow<String, String> flow) throws Exception {
        for (String message : new String[] {"slow", "bad", "later"}) {
            flow.accept(message).get(20, TimeUnit.SECONDS);
        }
        await("failed").atMost(LONG).until(() -> begun.contains("bad"));
        awaitThatLaterWaits();
    }

    protected final void openGate() {
        gate.countDown();
    }

    protected final void awaitThatLaterWaits() {
        await("waits").during(A_WHILE).atMost(LONG).until(() -> !begun.contains("later"));
    }

    protected final void awaitLater() {
        await("later").atMost(LONG).until(() -> begun.contains("later"));
    }
}
