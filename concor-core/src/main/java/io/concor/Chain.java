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
    private final FlowClock clock;
    private final FlowRecorder recorder;
    private final Exit exit;
    private volatile Plan plan;

    Chain(FlowDefinition flow, FlowClock clock, FlowRecorder recorder, Exit exit) {
        this.components = flow.components().toArray(Component[]::new);
        this.tasks = flow.components().stream().map(Component::task).toArray(Task[]::new);
        this.kinds = flow.components().stream().map(Component::kind).toArray(Kind[]::new);
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

    /** A worker has taken an event from its ring: the event goes on where it was when it was put there. */
    void serve(Context context, int slot, Pool pool) {
        if (context.sampled) {
            serveMeasured(context, slot, pool);
        } else {
            carry(context, context.place(), pool, true);
        }
    }

    private void serveMeasured(Context context, int slot, Pool pool) {
        long taken = System.nanoTime();
        recorder.waited(slot, taken - context.arrivedNanos);
        context.stage = slot;
        carry(context, context.place(), pool, true);
        recorder.busy(slot, System.nanoTime() - taken);
    }

    private void carry(Context context, int from, @Nullable Pool mine, boolean passed) {
        int at = from;
        boolean slotPassed = passed;
        while (at < tasks.length) {
            Plan present = plan;
            Join join = present.before(at, mine, slotPassed);
            if (join == null) {
                at = run(context, at, present.nextFilled(at));
                if (at == GONE) {
                    return;
                }
                slotPassed = false;
            } else if (leaveTo(join, context, at, mine != null && join == present.join(at))) {
                return;
            }
        }
        end(context);
    }

    private void end(Context context) {
        if (context.sampled) {
            recorder.left(context.stage, context.arrivedNanos);
        }
        if (context.error == null && clock.expired(context)) {
            expire(context, tasks.length - 1);
        }
        exit.leave(context);
    }

    private boolean leaveTo(Join join, Context context, int at, boolean mayPause) {
        if (context.error == null && clock.expired(context)) {
            expire(context, at);
        }
        boolean sampled = context.sampled;
        int stage = context.stage;
        long arrived = context.arrivedNanos;
        context.at(at);
        boolean gone = join.put(context, mayPause);
        if (gone && sampled) {
            recorder.left(stage, arrived);
        } else if (!gone) {
            context.arrivedNanos = arrived;
        }
        return gone;
    }

    /** Runs the components from one up to another; returns where the event is, or {@link #GONE}. */
    private int run(Context context, int from, int to) {
        int i = from;
        while (i < to) {
            if (context.error == null && clock.expired(context)) {
                expire(context, i);
            }
            if (context.error != null && kinds[i] != Kind.CATCH) {
                i++;
            } else if (kinds[i] == Kind.TRANSITION) {
                if (!cross(context, i)) {
                    return GONE;
                }
                i++;
            } else if (context.sampled) {
                i = measured(context, i);
            } else {
                call(context, i++);
            }
        }
        return i;
    }

    private int measured(Context context, int i) {
        boolean answers = kinds[i] != Kind.CATCH || context.error != null;
        long start = System.nanoTime();
        call(context, i);
        if (answers) {
            recorder.served(i, System.nanoTime() - start);
        }
        return i + 1;
    }

    @SuppressWarnings("NullAway") // a task that gave null lets the next one take null
    private void call(Context context, int i) {
        context.at(i);
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
    private boolean cross(Context context, int i) {
        context.at(i);
        Object value = context.value; // from the next line on the clock may take the event
        Ticket ticket;
        try {
            ticket = new Ticket(this, context, i);
        } catch (Throwable noMemory) {
            context.fail(noMemory);
            return true;
        }
        context.ticket(ticket);
        try {
            @SuppressWarnings("unchecked")
            TransitionTask<@Nullable Object, @Nullable Object> task =
                    (TransitionTask<@Nullable Object, @Nullable Object>) tasks[i];
            task.apply(value, ticket);
        } catch (Throwable thrown) {
            ticket.thrown(thrown);
        }
        return ticket.cameBack();
    }

    /** A continuation was called: notes what it brings. */
    void back(Context context, int transition, long startedNanos) {
        context.ticket(null);
        if (context.sampled) {
            recorder.served(transition, System.nanoTime() - startedNanos);
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
