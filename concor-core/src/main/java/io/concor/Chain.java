package io.concor;

import org.jspecify.annotations.Nullable;

/**
 * Carries events through the components, on whatever thread has them: from where the event is, through the components of
 * the stage, up to the next filled slot, a transition, or the end.
 *
 * <p>An event with an error passes through the same slots as any other, so that it keeps its place among them; only the
 * tasks are skipped up to the next catch component.
 */
final class Chain {

    /** The thread has nothing more to do for the event: a transition took it. */
    private static final int GONE = -1;

    private final Component[] components;
    private final Task[] tasks;
    private final Kind[] kinds;
    private final @Nullable Step[] steps;
    private final FlowClock clock;
    private final FlowRecorder recorder;
    private final Exit exit;
    private volatile Plan plan;

    Chain(FlowDefinition flow, FlowClock clock, FlowRecorder recorder, Exit exit) {
        this.components = flow.components().toArray(Component[]::new);
        this.tasks = flow.components().stream().map(Component::task).toArray(Task[]::new);
        this.kinds = flow.components().stream().map(Component::kind).toArray(Kind[]::new);
        this.steps = Steps.of(flow.components(), clock);
        this.plan = Plan.empty(flow);
        this.clock = clock;
        this.recorder = recorder;
        this.exit = exit;
    }

    Plan plan() {
        return plan;
    }

    void plan(Plan next) {
        plan = next;
    }

    /** A thread that does not belong to the flow brings an event to a slot; it is never kept waiting. */
    void arrive(Context context, int slot) {
        carry(context, slot, null, false);
    }

    /** A worker has taken an event from the ring of a slot. */
    void serve(Context context, int slot, Worker worker) {
        if (context.sampled) {
            serveMeasured(context, slot, worker);
        } else {
            carry(context, context.resumeAt(slot), worker, true);
        }
    }

    private void serveMeasured(Context context, int slot, Worker worker) {
        Trace trace = context.trace();
        trace.take(slot);
        long taken = trace.last();
        carry(context, context.resumeAt(slot), worker, true);
        recorder.busy(slot, System.nanoTime() - taken);
    }

    private void carry(Context context, int from, @Nullable Worker worker, boolean passed) {
        int at = from;
        boolean slotPassed = passed;
        Place place = worker == null ? context : worker;
        while (at < tasks.length) {
            Plan present = plan;
            Join join = present.before(at, worker, slotPassed);
            if (join == null) {
                at = run(context, at, present.nextFilled(at), place);
                if (at == GONE) {
                    return;
                }
                slotPassed = false;
            } else if (leaveTo(join, context, at, join == present.join(at), worker)) {
                return;
            }
        }
        end(context);
    }

    private void end(Context context) {
        if (context.error == null && clock.expired(context)) {
            expire(context, tasks.length - 1);
        }
        exit.leave(context);
    }

    /** Only a thread of this flow may pause, and only where the event comes in order: the ring's own stage may not wait. */
    private boolean leaveTo(Join join, Context context, int at, boolean inItsSlot, @Nullable Worker worker) {
        if (context.error == null && clock.expired(context)) {
            expire(context, at);
        }
        context.waitFor(at, inItsSlot);
        if (worker == null) {
            context.at(Place.NOWHERE);
        }
        boolean mayPause = inItsSlot && worker != null;
        return context.sampled ? putMeasured(join, context, mayPause) : join.put(context, mayPause);
    }

    private boolean putMeasured(Join join, Context context, boolean mayPause) {
        Trace trace = context.trace();
        int stage = trace.stage();
        if (mayPause) {
            join.ring().awaitRoom();
        }
        long nanosInStage = trace.leave();
        boolean gone = join.put(context, false);
        if (gone) {
            recorder.left(stage, nanosInStage);
        } else {
            trace.stay(nanosInStage);
        }
        return gone;
    }

    /** Runs the components from one up to another; returns where the event is, or {@link #GONE}. */
    private int run(Context context, int from, int to, Place place) {
        int i = from;
        while (i < to && i != GONE) {
            if (context.error == null && clock.expired(context)) {
                expire(context, i);
            }
            Step step = steps[i];
            i = step == null || context.sampled || context.error != null
                    ? runOne(context, i, place)
                    : step.run(context, context.value, place, to);
        }
        return i;
    }

    private int runOne(Context context, int i, Place place) {
        if (context.error != null && kinds[i] != Kind.CATCH) {
            return i + 1;
        }
        if (kinds[i] == Kind.TRANSITION) {
            return cross(context, i, place) ? i + 1 : GONE;
        }
        if (context.sampled) {
            return measured(context, i, place);
        }
        call(context, i, place);
        return i + 1;
    }

    private int measured(Context context, int i, Place place) {
        boolean answers = kinds[i] != Kind.CATCH || context.error != null;
        call(context, i, place);
        if (answers) {
            context.trace().serve(i);
        }
        return i + 1;
    }

    @SuppressWarnings("NullAway") // a task that gave null lets the next one take null
    private void call(Context context, int i, Place place) {
        place.at(i);
        try {
            switch (kinds[i]) {
                case SIMPLE, SINGLE_THREADED, SYNCHRONIZED_REMOTE ->
                    context.value = value(tasks[i]).apply(context.value);
                case SIDE_EFFECT -> sideEffect(tasks[i]).accept(context.value);
                default -> recover(context, i);
            }
        } catch (Throwable thrown) {
            context.fail(thrown);
        }
    }

    @SuppressWarnings("unchecked") // types fit by the builder, or by whoever used FlowBuilder.then
    private static ValueTask<@Nullable Object, @Nullable Object> value(Task task) {
        return (ValueTask<@Nullable Object, @Nullable Object>) task;
    }

    @SuppressWarnings("unchecked")
    private static SideEffectTask<@Nullable Object> sideEffect(Task task) {
        return (SideEffectTask<@Nullable Object>) task;
    }

    private void recover(Context context, int i) throws Throwable {
        if (context.error != null) {
            context.value = ((CatchTask<?>) tasks[i]).onError(context.takeError());
        }
    }

    /** Gives the event to a transition task; true when it came back on this thread before the task returned. */
    @SuppressWarnings("NullAway") // as in call
    private boolean cross(Context context, int i, Place place) {
        Object value = context.value; // from the next line on the clock may take the event
        Ticket ticket;
        try {
            ticket = new Ticket(this, context, i);
        } catch (Throwable noMemory) {
            context.fail(noMemory);
            return true;
        }
        context.at(i);
        context.ticket(ticket);
        try {
            @SuppressWarnings("unchecked")
            TransitionTask<@Nullable Object, @Nullable Object> task =
                    (TransitionTask<@Nullable Object, @Nullable Object>) tasks[i];
            task.apply(value, ticket);
        } catch (Throwable thrown) {
            ticket.thrown(thrown);
        }
        boolean cameBack = ticket.cameBack();
        if (cameBack && place != context) {
            context.at(Place.NOWHERE);
        }
        return cameBack;
    }

    /** A continuation was called: notes what it brings. */
    void back(Context context, int transition, long startedNanos) {
        context.ticket(null);
        if (context.sampled) {
            context.trace().serve(transition, startedNanos);
        }
    }

    void ignoredContinuation() {
        exit.ignoredContinuation();
    }

    /** Makes the event one that is over its time. Where a catch component recovers, the time runs anew. */
    void expire(Context context, int place) {
        context.entered = clock.now();
        context.fail(clock.error(components[place].name()));
    }
}
