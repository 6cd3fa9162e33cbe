package io.concor.engine;

import io.concor.Component;
import io.concor.ContextPropagationException;
import io.concor.Task;
import io.concor.TaskKind;
import io.concor.ThreadLocalCarrier;
import io.concor.TransitionTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.leak.LeakWatch;
import io.concor.engine.measure.EventTrace;
import io.concor.engine.measure.FlowRecorder;
import io.concor.statistics.Leaks;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Carries events through the components, on whatever thread has them: from where the event is, through the components
 * of the stage, up to the next filled slot, a transition, or the end.
 *
 * <p>An event with an error passes through the same slots as any other, so that it keeps its place among them; only the
 * tasks are skipped up to the next catch component.
 */
final class EventRunner {

    /** A transition task has the event. */
    private static final int CROSSING = -1;
    /** The thread has nothing more to do for the event. */
    private static final int GONE = -2;

    private final Task[] tasks;
    private final TaskKind[] kinds;
    private final @Nullable ComponentCode[] compiled;
    private final @Nullable ComponentCode first;
    private final TaskInvoker caller;
    private final CoarseClock clock;
    private final EventExpiry expiry;
    private final FlowRecorder recorder;
    private final EventCompletion exit;
    private final RingHandover handover;
    private final TransactionScopes scopes;
    private final ContextTransfer baggage;
    private volatile RoutingTable plan;
    private volatile @Nullable ComponentCode[] steps;
    private volatile LeakWatch leaks = LeakWatch.NONE;
    /** Whether there is more to do for every event than to run its tasks. */
    private volatile boolean attending;

    EventRunner(FlowDefinition flow, CoarseClock clock, FlowRecorder recorder, EventCompletion exit) {
        this.tasks = flow.components().stream().map(Component::task).toArray(Task[]::new);
        this.kinds = flow.components().stream().map(Component::kind).toArray(TaskKind[]::new);
        this.caller = new TaskInvoker(tasks, kinds);
        this.scopes = new TransactionScopes(flow, recorder);
        this.expiry = new EventExpiry(flow, clock, scopes);
        this.baggage = new ContextTransfer(flow.name());
        this.plan = RoutingTable.empty(flow);
        this.clock = clock;
        this.recorder = recorder;
        this.exit = exit;
        this.handover = new RingHandover(recorder);
        this.compiled = ComponentCompiler.of(flow, clock, this);
        this.first = compiled[0];
        this.steps = compiled;
    }

    RoutingTable plan() {
        return plan;
    }

    void plan(RoutingTable next) {
        plan = next;
    }

    /** Who looks for leaks from now on. As it looks behind each component, each is run by itself then. */
    synchronized void watch(LeakWatch next) {
        leaks = next;
        steps = next == LeakWatch.NONE ? compiled : new ComponentCode[tasks.length];
        attend();
    }

    /** With what events take thread-locals along from now on. */
    synchronized void carrier(ThreadLocalCarrier next) {
        baggage.carrier(next);
        attend();
    }

    /** Does nothing where somebody has chosen a carrier. */
    synchronized void carrierByDefault(ThreadLocalCarrier next) {
        baggage.carrierByDefault(next);
        attend();
    }

    private void attend() {
        attending = leaks != LeakWatch.NONE || baggage.carries();
    }

    boolean attending() {
        return attending;
    }

    Leaks leaks() {
        return leaks.found();
    }

    /** A thread brings a new event; it is kept waiting nowhere. */
    void enter(Context context) {
        if (attending || context.sampled) {
            baggage.enter(context);
            leaks.enter(context);
            carry(context, 0, null, false);
        } else if (first == null) {
            enterUnattended(context);
        } else {
            first.enter(context);
        }
    }

    /** The same for an event that nothing attends, as yet. */
    void enterUnattended(Context context) {
        context.waitFor(0, true);
        Join join = plan.join(0);
        if (join == null || !join.put(context, false)) {
            carry(context, 0, null, false);
        }
    }

    /**
     * The continuation of a transition was called after the task had returned; the calling thread is never kept
     * waiting.
     */
    void goOn(Context context, PendingTransition ticket) {
        if (!passOn(context, ticket)) {
            baggage.takeUp(context);
            carry(context, behind(ticket, context), null, false);
        }
    }

    /**
     * Puts the event into the next ring, where nothing is to be run before: the calling thread does not even take up
     * what the event holds.
     */
    private boolean passOn(Context context, PendingTransition ticket) {
        int at = ticket.component() + 1;
        if (at == tasks.length || context.sampled || context.transaction != null || leaks != LeakWatch.NONE) {
            return false;
        }
        RoutingTable present = plan;
        Join join = present.before(at, null, false);
        if (join == null) {
            return false;
        }
        behind(ticket, context);
        expiry.look(context, at);
        return handover.put(join, context, at, join == present.join(at), false);
    }

    /** The time of an event in a transition is over. */
    void goOnExpired(Context context, PendingTransition ticket) {
        expiry.fail(context, ticket.component());
        goOn(context, ticket);
    }

    /** What the workers of a slot do with an event that they took. */
    EventHandler server(int slot) {
        ComponentCode step = compiled[slot];
        return step == null ? (context, worker) -> serve(context, slot, worker) : step;
    }

    /** A worker has taken an event from the ring of a slot. */
    void serve(Context context, int slot, Worker worker) {
        baggage.takeUp(context, worker);
        if (context.sampled) {
            serveMeasured(context, slot, worker);
        } else {
            carry(context, context.resumeAt(slot), worker, true);
        }
    }

    private void serveMeasured(Context context, int slot, Worker worker) {
        EventTrace trace = context.trace();
        trace.take(slot);
        long taken = trace.last();
        carry(context, context.resumeAt(slot), worker, true);
        recorder.busy(slot, System.nanoTime() - taken);
    }

    /** An unattended event is behind the last component. */
    void leave(Context context) {
        exit.leave(context);
    }

    /**
     * There is more to do for an event that was unattended so far.
     *
     * @param worker the thread at hand, or null for one that belongs to nobody here
     */
    void goOn(Context context, int from, @Nullable Worker worker) {
        if (worker != null) {
            worker.bears(ThreadLocalCarrier.NONE, null);
        }
        carry(context, from, worker, false);
    }

    private void carry(Context context, int from, @Nullable Worker worker, boolean passed) {
        int at = from;
        boolean slotPassed = passed;
        ExecutionSite place = worker == null ? context : worker;
        while (at < tasks.length) {
            RoutingTable present = plan;
            Join join = present.before(at, worker, slotPassed);
            if (join == null || mayStay(context, at, slotPassed, present)) {
                if (worker == null) {
                    context.carriedByForeignThread();
                }
                at = run(context, at, join == null ? present.route(at).end() : at + 1, place);
                at = at == CROSSING ? letGo(context, place) : at;
                if (at == GONE) {
                    return;
                }
                slotPassed = false;
            } else if (leaveTo(join, context, at, join == present.join(at), worker)) {
                return;
            }
        }
        end(context, place);
    }

    /**
     * Whether the thread at hand runs the component though one thread alone serves it now. An event in a transaction
     * may hold locks for which that thread waits with another event: queued behind it, it would never let go of them.
     */
    private boolean mayStay(Context context, int at, boolean slotPassed, RoutingTable present) {
        boolean overtaken = slotPassed || present.join(at) == null;
        return overtaken && context.transaction != null && kinds[at] != TaskKind.SINGLE_THREADED;
    }

    /**
     * Who hears of the result hears it with what the event has put into thread-locals. What was committed at the end of
     * the flow was in time, however long the commit took.
     */
    private void end(Context context, ExecutionSite place) {
        if (context.error == null && clock.expired(context) && !scopes.reachTheEnd()) {
            expiry.expire(context, tasks.length - 1);
        }
        leaks.leave(context);
        if (place.carrier() == ThreadLocalCarrier.NONE) {
            exit.leave(context);
        } else {
            leaveAndClear(context, place, place.carrier(), place.own());
        }
    }

    private void leaveAndClear(Context context, ExecutionSite place, ThreadLocalCarrier carrier, @Nullable Object own) {
        try {
            exit.leave(context);
        } finally {
            baggage.clear(place, carrier, own);
        }
    }

    /**
     * Only a thread of this flow may pause, and only where the event comes in order: the ring's own stage may not wait.
     */
    private boolean leaveTo(Join join, Context context, int at, boolean inItsSlot, @Nullable Worker worker) {
        expiry.look(context, at);
        if (worker == null) {
            context.at(ExecutionSite.NOWHERE);
        }
        ExecutionSite place = worker == null ? context : worker;
        baggage.layDown(context, place);
        boolean gone = handover.put(join, context, at, inItsSlot, inItsSlot && worker != null);
        if (!gone) {
            baggage.takeUpAgain(context, place);
        }
        return gone;
    }

    /** Runs the components from one up to another; returns where the event is, or {@link #CROSSING}. */
    private int run(Context context, int from, int to, ExecutionSite place) {
        @Nullable ComponentCode[] present = steps;
        int i = from;
        while (i < to && i != CROSSING) {
            expiry.look(context, i);
            ComponentCode step = present[i];
            i = step == null || context.sampled || context.error != null
                    ? runOne(context, i, place)
                    : runSeveral(step, context, i, to, place);
        }
        return i;
    }

    /** What a task throws is met where it is run; here only what could not even be called, at the end of the stack. */
    private int runSeveral(ComponentCode step, Context context, int i, int to, ExecutionSite place) {
        int next = i + 1;
        if (scopes.enter(context, i)) {
            try {
                next = step.run(context, context.value, place, to);
            } catch (StackOverflowError tooDeep) {
                next = step.fell(context, i, place, tooDeep);
            }
        }
        settle(context, next);
        return next;
    }

    /** A component that has nothing to do for the event may still be the last one of a transaction. */
    private int runOne(Context context, int i, ExecutionSite place) {
        boolean answers = kinds[i] == TaskKind.CATCH && ContextPropagationException.mayBeCaught(context.error);
        if (answers != (context.error != null)) {
            settle(context, i + 1);
            return i + 1;
        }
        if (context.sampled) {
            context.trace().begin(i);
        }
        if (kinds[i] == TaskKind.TRANSITION) {
            return cross(context, i, place) ? i + 1 : CROSSING;
        }
        if (scopes.enter(context, i)) {
            caller.call(context, i, place);
            leaks.look(context, i);
        }
        return done(context, i);
    }

    /** A component has done its part; to begin and to end a transaction counts as its time. */
    private int done(Context context, int i) {
        settle(context, i + 1);
        if (context.sampled) {
            context.trace().serve(i, context.error);
        }
        return i + 1;
    }

    /** The components before the given one are done. What is over its time now is not committed any more. */
    private void settle(Context context, int next) {
        if (context.transaction != null) {
            if (context.error == null && clock.expired(context)) {
                expiry.fail(context, next - 1);
            }
            scopes.settle(context, next);
        }
    }

    /** Gives the event to a transition task; true when its continuation was called before the task returned. */
    @SuppressWarnings("NullAway") // as in call
    private boolean cross(Context context, int i, ExecutionSite place) {
        Object value = context.value; // once the task runs, the continuation may write another one
        PendingTransition ticket = scopes.enter(context, i) ? PendingTransition.of(this, context, i) : null;
        if (ticket == null) {
            done(context, i);
            return true;
        }
        place.at(i);
        context.at(i); // as well, for when the thread has let go of the event
        context.ticket(ticket);
        try {
            @SuppressWarnings("unchecked")
            TransitionTask<@Nullable Object, @Nullable Object> task =
                    (TransitionTask<@Nullable Object, @Nullable Object>) tasks[i];
            task.apply(value, ticket);
        } catch (Throwable thrown) {
            ticket.fail(thrown);
        }
        if (!ticket.answered()) {
            return false;
        }
        behind(ticket, context);
        return true;
    }

    /**
     * The crossing thread has done its part, and there is no answer yet. Returns where the event is, or {@link #GONE}.
     */
    private int letGo(Context context, ExecutionSite place) {
        PendingTransition ticket = Objects.requireNonNull(context.ticket());
        if (context.sampled) {
            context.trace().returned(ticket.component());
        }
        baggage.layDown(context, place);
        if (ticket.letGo()) {
            if (clock.expired(ticket.entered())) { // the clock's last look may have been before
                ticket.expire();
            }
            return GONE;
        }
        baggage.takeUpAgain(context, place);
        return behind(ticket, context);
    }

    /** The event is with the calling thread again, with what its continuation has brought. Returns where it is. */
    private int behind(PendingTransition ticket, Context context) {
        context.ticket(null);
        context.at(ExecutionSite.NOWHERE);
        leaks.look(context, ticket.component());
        settle(context, ticket.component() + 1);
        if (context.sampled) {
            context.trace().serve(ticket.component(), ticket.startedNanos(), context.error);
        }
        return ticket.component() + 1;
    }

    void ignoredContinuation() {
        exit.ignoredContinuation();
    }
}
