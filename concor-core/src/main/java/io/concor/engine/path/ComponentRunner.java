package io.concor.engine.path;

import io.concor.Component;
import io.concor.ContextPropagationException;
import io.concor.EventCancelledException;
import io.concor.MessageCheck;
import io.concor.Task;
import io.concor.TaskKind;
import io.concor.TransitionTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.RequiredResults;
import io.concor.engine.definition.TypeMismatches;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.event.PendingTransition;
import io.concor.engine.event.TransitionReports;
import io.concor.engine.retry.PostponedEvents;
import io.concor.layout.FlowGraph;
import org.jspecify.annotations.Nullable;

/**
 * Runs components of an event on the calling thread: several in one compiled call, or one by one if the event is
 * sampled, has an error, or messages are checked.
 *
 * <p>An error skips all components up to the next catch component that may handle it.
 */
final class ComponentRunner {

    /** Returned instead of an index when a transition task has the event. */
    static final int IN_TRANSITION = -1;
    /** Returned instead of an index when the event was postponed, and is no longer the calling thread's. */
    static final int POSTPONED = -2;

    private final FlowGraph graph;
    private final Task[] tasks;
    private final TaskKind[] kinds;
    private final TaskInvoker invoker;
    private final RequiredResults results;
    private final TypeMismatches mismatches;
    private final CoarseClock clock;
    private final EventExpiry expiry;
    private final TransactionScopes transactions;
    private final ErrorCounters errors;
    private final TransitionReports reports;
    private final PostponedEvents postponed;
    private @Nullable ComponentCode[] compiled;
    /** The compiled components, or none while messages are checked, after each component. */
    private volatile @Nullable ComponentCode[] codes;

    /** Not volatile: a thread that has an event to check has seen this one, or got the event from one that has. */
    private MessageChecker checker = MessageChecker.OFF;

    ComponentRunner(PathParts parts, ErrorCounters errors, TransitionReports reports, PostponedEvents postponed) {
        FlowDefinition flow = parts.flow();
        this.graph = parts.graph();
        this.tasks = flow.components().stream().map(Component::task).toArray(Task[]::new);
        this.kinds = flow.components().stream().map(Component::kind).toArray(TaskKind[]::new);
        this.results = parts.results();
        this.mismatches = parts.mismatches();
        this.invoker = new TaskInvoker(flow, tasks, kinds, results, mismatches);
        this.clock = parts.clock();
        this.expiry = parts.expiry();
        this.transactions = parts.transactions();
        this.errors = errors;
        this.reports = reports;
        this.postponed = postponed;
        this.compiled = new ComponentCode[tasks.length];
        this.codes = compiled;
    }

    /** From now on, components that have code run by it. Called once, before events enter. */
    void use(@Nullable ComponentCode[] code) {
        compiled = code;
        codes = code;
    }

    boolean isSingleThreaded(int component) {
        return kinds[component] == TaskKind.SINGLE_THREADED;
    }

    void check(MessageCheck next) {
        checker = MessageChecker.of(next);
        codes = checker.isOn() ? new ComponentCode[tasks.length] : compiled;
    }

    /** Returns what checks the messages of events that need more than their tasks to run. */
    MessageChecker checker() {
        return checker;
    }

    /**
     * Runs components from one index up to another. Returns the index reached, {@link #IN_TRANSITION} or {@link #POSTPONED}. If the
     * last component has failed, the caller asks whether it is tried again.
     */
    int run(Context context, int from, int to, ExecutionSite site) {
        @Nullable ComponentCode[] present = codes;
        int i = from;
        while (i < to && i != IN_TRANSITION) {
            expiry.check(context, i);
            if (context.error != null && postponed.postpone(context, site)) {
                return POSTPONED;
            }
            ComponentCode code = present[i];
            i = code == null || context.sampled || context.error != null
                    ? runOne(context, i, site)
                    : runCompiled(code, context, i, to, site);
        }
        return i;
    }

    /** A task's exception is caught where it is invoked; a stack overflow may also come from the call itself. */
    private int runCompiled(ComponentCode code, Context context, int i, int to, ExecutionSite site) {
        int next = graph.next(i);
        if (transactions.beginIfNeeded(context, i, site)) {
            try {
                next = code.run(context, context.value, site, to);
            } catch (StackOverflowError overflow) {
                next = graph.next(code.failWithOverflow(context, i, site, overflow));
            }
        }
        endTransactionIfComplete(context, site.component(), next);
        return next;
    }

    private int runOne(Context context, int i, ExecutionSite site) {
        if (!runsFor(context.error, i)) {
            return leave(context, i); // a skipped component may still be the last one of its scope
        }
        if (context.error != null) {
            errors.count(context);
        }
        if (context.sampled) {
            context.stopwatch().taskStarts(i);
        }
        if (kinds[i] == TaskKind.TRANSITION) {
            return startTransition(context, i, site) ? graph.next(i) : IN_TRANSITION;
        }
        if (transactions.beginIfNeeded(context, i, site)) {
            invoker.invoke(context, i, site);
            checker.check(context, i);
        }
        return taskEnded(context, i);
    }

    /** Catch components run for events with an error that may be caught; all others for events without an error. */
    private boolean runsFor(@Nullable Throwable error, int i) {
        return kinds[i] == TaskKind.CATCH ? error != null && mayBeCaught(error) : error == null;
    }

    private static boolean mayBeCaught(Throwable error) {
        return !(error instanceof EventCancelledException) && ContextPropagationException.mayBeCaught(error);
    }

    /** The time that a transaction takes to begin and to end counts as the component's. */
    private int taskEnded(Context context, int i) {
        int next = leave(context, i);
        if (context.sampled) {
            context.stopwatch().taskEnded(i, context.error);
        }
        return next;
    }

    /** The event has passed a component. Returns the next. */
    private int leave(Context context, int passed) {
        int next = graph.next(passed);
        endTransactionIfComplete(context, passed, next);
        return next;
    }

    /** An event that has timed out by now is not committed. */
    private void endTransactionIfComplete(Context context, int passed, int next) {
        if (context.transaction != null) {
            if (context.error == null && clock.hasExpired(context)) {
                expiry.fail(context, passed);
            }
            transactions.endIfComplete(context, passed, next);
        }
    }

    /** Gives the event to a transition task. Returns whether its continuation was called before the task returned. */
    private boolean startTransition(Context context, int i, ExecutionSite site) {
        Object value = context.value; // once the task runs, the continuation may write another one
        PendingTransition transition =
                transactions.beginIfNeeded(context, i, site) ? PendingTransition.of(reports, context, i) : null;
        if (transition == null) {
            taskEnded(context, i);
            return true;
        }
        site.at(i);
        if (site != context) {
            context.forgetThread(); // that brought the event
            context.at(i); // also there, for when the worker has given the event away
        }
        context.transition(transition);
        invokeTransition(i, value, transition);
        boolean answered = transition.isAnswered();
        if (answered) {
            finishTransition(context, transition);
        }
        return answered;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // FlowBuilder checks the types; an event may have entered with null
    private void invokeTransition(int i, @Nullable Object value, PendingTransition transition) {
        try {
            ((TransitionTask<@Nullable Object, @Nullable Object>) tasks[i]).apply(value, transition);
        } catch (Throwable thrown) {
            transition.failTask(mismatches.explain(i, thrown, value));
        }
    }

    private void requireResult(Context context, int component) {
        if (context.error == null && context.value == null) {
            try {
                results.require(component, null);
            } catch (Throwable missing) {
                context.failAnswered(component, missing);
            }
        }
    }

    /** The event, with its answer, belongs to the calling thread again. Returns the index of its next component. */
    int finishTransition(Context context, PendingTransition transition) {
        int component = transition.component();
        context.transition(null);
        context.at(ExecutionSite.NOWHERE);
        requireResult(context, component);
        checker.check(context, component);
        int next = leave(context, component);
        if (context.sampled) {
            context.stopwatch().taskEnded(component, transition.startedNanos(), context.error);
        }
        return next;
    }
}
