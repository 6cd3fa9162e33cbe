package io.concor.engine.retry;

import io.concor.TaskKind;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.event.Passage;
import io.concor.engine.event.PendingTransition;
import io.concor.engine.event.TransitionReports;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Postpones events that failed until they are tried again. Meanwhile a {@link PendingTransition} holds the event, and no thread.
 * Thread-safe.
 *
 * <p>An event that would be due after its timeout, or after the end of a stop, keeps its error and goes on at once.
 */
public final class PostponedEvents implements PendingTransition.Resumption {

    private final FlowDefinition flow;
    private final CoarseClock clock;
    private final TransitionReports reports;
    private final RetryDecisions decisions;
    private final RetryThreads threads;
    private final @Nullable Turns[] turns;
    private final LongAdder[] retries;

    @SuppressWarnings("NullAway.Init") // set before the first event enters
    private AttemptPath path;

    /** How far the flow's time is ahead of {@link System#nanoTime}, in tests. Guarded by this for writing. */
    private volatile long aheadNanos;

    private volatile boolean stopping;
    /** Until when events may be tried again while the flow stops, by the flow's time. */
    private volatile long latestNanos;

    public PostponedEvents(FlowDefinition flow, CoarseClock clock, TransitionReports reports) {
        this.flow = flow;
        this.clock = clock;
        this.reports = reports;
        this.decisions = new RetryDecisions(flow);
        this.threads = new RetryThreads(flow.name());
        this.turns = new Turns[flow.size()];
        this.retries = Stream.generate(LongAdder::new).limit(flow.size()).toArray(LongAdder[]::new);
        for (int i = 0; i < turns.length; i++) {
            boolean keyed = flow.retries() && flow.component(i).kind() == TaskKind.KEYED;
            turns[i] = keyed ? new Turns(i, reports, this) : null;
        }
    }

    /** Returns what decides whether events are tried again. */
    public RetryDecisions decisions() {
        return decisions;
    }

    /** Whether a component of the flow may be tried again. */
    public boolean mayBeNeeded() {
        return flow.retries();
    }

    /** Events come from a path and go on by it. Called once, before events enter. */
    public void use(AttemptPath next) {
        path = next;
    }

    /** Returns the places of the events of a keyed component, or null if it is none, or no component is tried again. */
    public @Nullable Turns turns(int component) {
        return turns[component];
    }

    /** Returns how often a component was tried again. */
    public long retries(int component) {
        return retries[component].sum();
    }

    /** Whether a thread brings events to another attempt. */
    public boolean owns(Thread thread) {
        return threads.own(thread);
    }

    /**
     * Postpones an event if its component is to be tried again.
     *
     * @param site the calling thread's
     * @return whether the event has left the calling thread
     */
    public boolean postpone(Context context, ExecutionSite site) {
        Passage passage = context.passage();
        if (passage != null && passage.isInTransaction()) {
            return passage.isTriedAgain(context);
        }
        long delay = decisions.nextAttempt(context);
        if (delay == RetryDecisions.NEVER) {
            return false;
        }
        PendingTransition held = delay < clock.leftNanos(context) ? hold(context, delay, site) : null;
        if (held == null) {
            context.isNotTriedAgain();
            return false;
        }
        context.transition(held);
        path.leave(context, site);
        context.at(held.component());
        held.letGo(this);
        schedule(held, delay);
        return true;
    }

    private @Nullable PendingTransition hold(Context context, long delay, ExecutionSite site) {
        try {
            int from = context.keepAttempts().from();
            PendingTransition held = PendingTransition.postponed(reports, context, from, now() + delay);
            if (isDueTooLate(held)) {
                return null;
            }
            keepTurn(context, site);
            return held;
        } catch (OutOfMemoryError noMemory) {
            return null;
        }
    }

    /** Returns the flow's time. */
    long now() {
        return System.nanoTime() + aheadNanos;
    }

    private boolean isDueTooLate(PendingTransition held) {
        return stopping && held.dueAfter(latestNanos) > 0;
    }

    /** An event keeps its place in its lane if it or its worker has the lane, or a worker alone serves all lanes. */
    private void keepTurn(Context context, ExecutionSite site) {
        int keyed = context.laneComponent();
        Turns kept = keyed == ExecutionSite.NOWHERE ? null : turns[keyed];
        if (kept != null && (site.lane != null || isInStage(context, site, keyed))) {
            kept.take(context);
        }
    }

    private boolean isInStage(Context context, ExecutionSite site, int keyed) {
        return site != context && path.slotServing(context.failedAt()) == keyed;
    }

    /** The event may be another thread's by now. A stop that began meanwhile may not have seen it. */
    private void schedule(PendingTransition held, long delay) {
        try {
            Runnable cancel = threads.schedule(held::release, delay);
            held.onEnd(cancel);
        } catch (OutOfMemoryError noMemory) {
            held.expire();
        }
        if (isDueTooLate(held)) {
            held.expire();
        }
        expireIfOverdue(held);
    }

    /** The last search for events that have timed out may have been before the event was held. */
    void expireIfOverdue(PendingTransition held) {
        if (clock.hasExpired(held.enteredNanos())) {
            held.expire();
        }
    }

    /** Runs a short action on the one thread that waits for attempts; without memory, the next tick asks again. */
    void soon(Runnable action) {
        try {
            threads.schedule(action, 0);
        } catch (OutOfMemoryError noMemory) {
            // mend() finds it
        }
    }

    /** Another attempt is due. */
    @Override
    public void resume(Context context, PendingTransition held) {
        retries[context.failedAt()].increment();
        context.tryAgain();
        goOn(context, held.component());
    }

    /** The event is no longer held and goes on with a component, on the thread of a join or another one. */
    void goOn(Context context, int component) {
        leaveHold(context);
        if (!path.putBack(context, component)) {
            threads.run(() -> run(context, component));
        }
    }

    private static void leaveHold(Context context) {
        context.transition(null);
        context.at(ExecutionSite.NOWHERE);
    }

    /** Runs an action that may run tasks on a thread of the flow, as soon as one is free. */
    public void execute(Runnable action) {
        threads.run(() -> {
            action.run();
            Thread.interrupted(); // an interrupt meant for one event must not reach the next
        });
    }

    private void run(Context context, int component) {
        while (path.isServed(context, component)) { // a queue is closed for moments only
            if (path.putBack(context, component)) {
                return;
            }
        }
        path.runFrom(context, component);
        Thread.interrupted(); // an interrupt meant for one event must not reach the next
    }

    /** The event ends with its last error: it is due too late, or a stop ends it; unless its caller gave up. */
    @Override
    public void resumeExpired(Context context, PendingTransition held) {
        held.runEndActions();
        leaveHold(context);
        int failedAt = context.failedAt();
        if (context.isGivenUp()) {
            path.expire(context, failedAt);
        }
        context.isNotTriedAgain();
        context.enteredNanos = clock.now(); // as after a timeout, if a catch component recovers
        path.runFrom(context, flow.graph().next(failedAt));
    }

    /** An event that waited for its turn has timed out, or its caller gave up. */
    void expire(Context context, int component) {
        leaveHold(context);
        path.expire(context, component);
        path.runFrom(context, flow.graph().next(component));
    }

    /** Does what threads without stack or memory have left undone. Called at each tick. */
    public void mend() {
        for (Turns each : turns) {
            if (each != null) {
                each.mend();
            }
        }
    }

    /**
     * The flow's time was advanced, in a test: attempts that are due by now begin, and others earlier than they would have.
     *
     * @param contexts those of the flow
     */
    public synchronized void advance(long nanos, Context[] contexts) {
        long before = now();
        aheadNanos += nanos;
        for (Context context : contexts) {
            PendingTransition held = context.transition();
            if (held != null && held.dueAfter(before) > 0) {
                threads.schedule(held::release, held.dueAfter(now()));
            }
        }
    }

    /**
     * The flow stops: events that would be tried again later end now, on other threads.
     *
     * @param allowedNanos how long events may take to finish
     * @param contexts those of the flow
     */
    public void endLaterThan(long allowedNanos, Context[] contexts) {
        latestNanos = now() + allowedNanos;
        stopping = true;
        for (Context context : contexts) {
            PendingTransition held = context.transition();
            if (held != null && isDueTooLate(held)) {
                threads.run(held::expire);
            }
        }
    }

    /** The flow starts again. */
    public void restart() {
        stopping = false;
    }
}
