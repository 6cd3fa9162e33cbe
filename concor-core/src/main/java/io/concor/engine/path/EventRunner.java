package io.concor.engine.path;

import io.concor.EventId;
import io.concor.MessageCheck;
import io.concor.ThreadLocalCarrier;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.event.ForeignThreads;
import io.concor.engine.event.Lane;
import io.concor.engine.event.Passage;
import io.concor.engine.event.PendingTransition;
import io.concor.engine.event.Turn;
import io.concor.engine.measure.FlowRecorder;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.Worker;
import io.concor.engine.retry.AttemptPath;
import io.concor.engine.retry.PostponedEvents;
import io.concor.layout.FlowGraph;
import io.concor.layout.Stages;
import org.jspecify.annotations.Nullable;

/**
 * Leads events through the flow, on whichever thread has them: runs each {@linkplain StageRunner through its stage}, and hands
 * it over to the next filled slot, or ends it.
 *
 * <p>An event with an error passes the same slots as any other, so that it keeps its position among them; but it has no key.
 */
final class EventRunner extends GeneralPath implements PendingTransition.Resumption, AttemptPath {

    private final FlowGraph graph;
    private final int entry;
    /** The component named in the timeout of an event that has passed all. */
    private final int last;

    private final ComponentRunner components;
    private final StageRunner stages;
    private final CoarseClock clock;
    private final EventExpiry expiry;
    private final EventCompletion completion;
    private final FlowRecorder recorder;
    private final HandOver handOver;
    private final ForeignThreads foreignThreads;
    private final TransactionScopes transactions;
    private final ContextTransfer transfer;
    private final Routing routing;
    private final PostponedEvents postponed;

    EventRunner(
            PathParts parts,
            Routing routing,
            ComponentRunner components,
            EventCompletion completion,
            PostponedEvents postponed) {
        this.graph = parts.graph();
        this.entry = graph.entry();
        this.last = graph.previous(FlowGraph.END).max().orElseThrow();
        this.components = components;
        this.stages = new StageRunner(parts, routing, components);
        this.clock = parts.clock();
        this.expiry = parts.expiry();
        this.completion = completion;
        this.recorder = parts.recorder();
        this.handOver = new HandOver(recorder);
        this.foreignThreads = parts.foreignThreads();
        this.transactions = parts.transactions();
        this.transfer = parts.transfer();
        this.routing = routing;
        this.postponed = postponed;
    }

    /** A thread brings a new event, whatever it needs. */
    void enterWithAll(Context context) {
        transfer.enter(context);
        components.checker().check(context, MessageCheck.ENTRY);
        run(context, entry, null, false);
    }

    @Override
    void enter(Context context) {
        Join join = routing.table().join(entry);
        if (join == null || !HandOver.entered(join, context, entry)) {
            run(context, entry, null, false);
        }
    }

    /** The calling thread never waits. */
    @Override
    public void resume(Context context, PendingTransition transition) {
        if (context.sampled) {
            recorder.recordCaller(transition.component());
        }
        proceed(context, transition);
    }

    private void proceed(Context context, PendingTransition transition) {
        if (!passOn(context, transition)) {
            transfer.attach(context);
            run(context, components.finishTransition(context, transition), null, false);
        }
    }

    /**
     * Puts the event into the next ring if no component has to run before. Then the calling thread does not have to
     * attach the event's thread-locals.
     */
    private boolean passOn(Context context, PendingTransition transition) {
        int at = graph.next(transition.component());
        if (at == FlowGraph.END
                || context.error != null && postponed.mayBeNeeded()
                || context.sampled
                || context.transaction != null
                || components.checker().isOn()) {
            return false;
        }
        RoutingTable present = routing.table();
        Join join = present.joinToPass(at, null, false);
        if (join == null || join.runsCode() && transfer.isActive()) {
            return false;
        }
        components.finishTransition(context, transition);
        expiry.check(context, at);
        return handOver.to(join, context, at, join == present.join(at), null);
    }

    @Override
    public void resumeExpired(Context context, PendingTransition transition) {
        foreignThreads.enter(context);
        try {
            transition.runEndActions();
        } finally {
            foreignThreads.leave(context);
            expiry.fail(context, transition.component());
            proceed(context, transition);
        }
    }

    /** The event timed out while it waited in a slot. The calling thread runs the catch components of the slot's stage. */
    void expireWaiting(Context context, int slot) {
        int at = context.resumeAt(slot);
        context.isNotTriedAgain();
        transfer.attach(context);
        if (context.sampled) {
            context.stopwatch().taken(slot);
        }
        if (context.error == null) {
            expiry.expire(context, at);
        }
        foreignThreads.enter(context);
        for (int end = routing.table().route(at).end(); at < end && context.error != null; at = graph.next(at)) {
            components.run(context, at, graph.next(at), context);
        }
        run(context, at, null, false);
    }

    @Override
    void serve(Context context, int slot, Worker worker) {
        transfer.attach(context, worker);
        if (context.sampled) {
            context.stopwatch().taken(slot);
        }
        run(context, context.resumeAt(slot), worker, true);
    }

    @Override
    void proceed(Context context, int from, Worker worker) {
        transfer.attach(context, worker);
        run(context, from, worker, false);
    }

    @Override
    void continueFrom(Context context, int from, @Nullable Worker worker, ThreadLocalCarrier carrier) {
        if (worker != null) {
            worker.keepOwn(carrier, null);
        }
        run(context, from, worker, false);
    }

    /**
     * Runs an event until it leaves the calling thread.
     *
     * @param slotPassed whether the event came through the slot of its next component already
     */
    private void run(Context context, int from, @Nullable Worker worker, boolean slotPassed) {
        if (context.passage() == null) {
            runOn(context, from, worker, slotPassed);
            return;
        }
        String before = EventId.enter(id(context));
        try {
            runOn(context, from, worker, slotPassed);
        } finally {
            EventId.enter(before);
        }
    }

    private void runOn(Context context, int from, @Nullable Worker worker, boolean slotPassed) {
        int at = from;
        boolean passed = slotPassed;
        boolean gone = false;
        while (!gone) {
            int before = at;
            at = stages.run(context, before, worker, passed, this);
            passed &= at == before;
            gone = at == StageRunner.GONE || postpone(context, worker) || leave(context, at, worker, passed);
        }
    }

    private boolean postpone(Context context, @Nullable Worker worker) {
        return context.error != null && postponed.postpone(context, worker == null ? context : worker);
    }

    /** Returns false if the layout has changed, and the event stays on the calling thread. */
    private boolean leave(Context context, int at, @Nullable Worker worker, boolean slotPassed) {
        if (at == FlowGraph.END) {
            end(context, worker == null ? context : worker);
            return true;
        }
        RoutingTable present = routing.table();
        Join join = stages.joinToPass(present, context, at, worker, slotPassed);
        return join != null && leaveFor(join, context, at, join == present.join(at), worker);
    }

    /** Goes on with an event on the calling thread, which is no worker. */
    void resume(Context context, int at) {
        transfer.attach(context);
        run(context, at, null, false);
    }

    static @Nullable String id(Context context) {
        Passage passage = context.passage();
        return passage == null ? null : passage.id;
    }

    /**
     * The event has passed the last component. Code that depends on its result sees its thread-locals. If a transaction
     * ended with the flow, the event was in time, however long the commit took.
     */
    private void end(Context context, ExecutionSite site) {
        if (context.error == null && clock.hasExpired(context) && !transactions.reachTheEnd()) {
            expiry.expire(context, last);
        }
        components.checker().end(context);
        Lane lane = context.takeLane();
        Turn turn = context.takeTurn();
        try {
            complete(context, site);
        } finally {
            HandOver.release(lane);
            HandOver.release(turn);
        }
    }

    @Override
    void complete(Context context, ExecutionSite site) {
        if (site.carrier() == ThreadLocalCarrier.NONE) {
            completion.complete(context);
        } else {
            completeAndRestore(context, site, site.carrier(), site.ownThreadLocals());
        }
    }

    private void completeAndRestore(
            Context context, ExecutionSite site, ThreadLocalCarrier carrier, @Nullable Object own) {
        try {
            completion.complete(context);
        } finally {
            transfer.restoreOwn(site, carrier, own);
        }
    }

    @Override
    public void leave(Context context, ExecutionSite site) {
        transfer.detach(context, site);
        foreignThreads.leave(context);
        if (site == context) {
            HandOver.release(context.takeLane());
        }
    }

    @Override
    public int slotServing(int component) {
        return routing.table().serving(component);
    }

    @Override
    public boolean isServed(Context context, int component) {
        return servingJoin(routing.table(), context, component) != null;
    }

    private static @Nullable Join servingJoin(RoutingTable present, Context context, int component) {
        int slot = present.serving(component);
        Join join = slot == Stages.NO_SLOT ? null : present.join(slot);
        boolean needsKey = join != null && join.hasLanes() && slot == component && !context.hasLaneFor(slot);
        return needsKey ? null : join;
    }

    @Override
    public boolean putBack(Context context, int component) {
        RoutingTable present = routing.table();
        Join join = servingJoin(present, context, component);
        return join != null && handOver.to(join, context, component, join == present.join(component), null);
    }

    @Override
    public void runFrom(Context context, int component) {
        transfer.attach(context);
        if (context.sampled) {
            context.stopwatch().triedAgain();
        }
        run(context, component, null, false);
    }

    @Override
    public void expire(Context context, int component) {
        expiry.fail(context, component);
    }

    /**
     * Only a worker waits for room, and only if the event goes to the slot of its next component: a stage must not wait
     * for itself.
     */
    private boolean leaveFor(Join join, Context context, int at, boolean inItsSlot, @Nullable Worker worker) {
        expiry.check(context, at);
        Passage failed = context.error == null ? null : context.passage();
        if (failed != null) {
            failed.goesOn(context);
        }
        if (inItsSlot) {
            context.enqueue(at, true); // an earlier slot may have left where it resumes
            join.chooseLane(context); // with the event's thread-locals
        }
        if (worker == null) {
            context.at(ExecutionSite.NOWHERE);
            foreignThreads.leave(context);
        }
        ExecutionSite site = worker == null ? context : worker;
        transfer.detach(context, site);
        boolean gone = handOver.to(join, context, at, inItsSlot, inItsSlot ? worker : null);
        if (!gone) {
            transfer.attachAgain(context, site);
        }
        return gone;
    }
}
