package io.concor.engine.path;

import io.concor.SideEffectTask;
import io.concor.ThreadLocalCarrier;
import io.concor.ValueTask;
import io.concor.engine.definition.RequiredResults;
import io.concor.engine.definition.TypeMismatches;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.event.ForeignThreads;
import io.concor.engine.path.RoutingTable.Route;
import io.concor.engine.pool.Pool;
import io.concor.engine.pool.Worker;
import io.concor.layout.FlowGraph;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * The template from which {@link ComponentCompiler} defines a hidden class for each component. The task and the next
 * component are constants of that class, so the JIT compiles a run of components into one piece of machine code with
 * the tasks inlined. The code does not depend on the layout: a change has nothing to compile.
 *
 * <p>This class itself is never initialized.
 */
final class ComponentTemplate extends ComponentCode {

    private static final ComponentCompiler.Constants CONSTANTS = constants();
    private static final Routing ROUTING = CONSTANTS.routing();
    private static final GeneralPath GENERAL = CONSTANTS.general();
    private static final EventCompletion COMPLETION = CONSTANTS.completion();
    private static final int INDEX = CONSTANTS.index();
    /** Index of the component to which events go on, or {@link FlowGraph#END}. */
    private static final int NEXT_INDEX = CONSTANTS.parts().graph().next(INDEX);

    /** The task, or null if it is a side effect. Cast once, because the JIT does not fold a cast to an interface. */
    private static final @Nullable ValueTask<Object, Object> VALUE_TASK = CONSTANTS.valueTask();
    /** The task, or null if it returns a value. */
    private static final @Nullable SideEffectTask<Object> SIDE_EFFECT_TASK = CONSTANTS.sideEffectTask();
    /** Whether the component is in the scope of a transaction. */
    private static final boolean IN_SCOPE = CONSTANTS.inScope();

    private static final RequiredResults RESULTS = CONSTANTS.parts().results();
    private static final TypeMismatches MISMATCHES = CONSTANTS.parts().mismatches();
    private static final CoarseClock CLOCK = CONSTANTS.parts().clock();
    private static final ForeignThreads FOREIGN_THREADS = CONSTANTS.parts().foreignThreads();
    private static final @Nullable ComponentCode NEXT = CONSTANTS.next();

    private static ComponentCompiler.Constants constants() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", ComponentCompiler.Constants.class);
        } catch (IllegalAccessException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    @Override
    int run(Context context, @Nullable Object value, ExecutionSite site, int end) {
        site.at(INDEX);
        Object result;
        try {
            result = invoke(value);
        } catch (Throwable thrown) {
            fail(context, thrown, value);
            return NEXT_INDEX;
        }
        if (NEXT == null || NEXT_INDEX >= end || CLOCK.hasExpired(context)) {
            context.value(result);
            return NEXT_INDEX;
        }
        return NEXT.run(context, result, site, end);
    }

    /** Apart, because what a handler does that never ran is part of the machine code of all components before. */
    private static void fail(Context context, Throwable thrown, @Nullable Object value) {
        context.fail(INDEX, MISMATCHES.explain(INDEX, thrown, value), value);
    }

    @Override
    void enter(Context context) {
        Route route = ROUTING.table().route(INDEX);
        // The clock after the routing table: that of a stopped flow has no joins, so only a timeout stops the event.
        if (IN_SCOPE || route.own() != null || CLOCK.hasExpired(context)) {
            GENERAL.enter(context);
            return;
        }
        FOREIGN_THREADS.keep(context);
        int at = runStage(context, context, route);
        if (at == FlowGraph.END && isWell(context)) {
            GENERAL.complete(context, context);
        } else {
            GENERAL.continueFrom(context, at, null, ThreadLocalCarrier.NONE);
        }
    }

    @Override
    public boolean serve(Pool pool, Worker worker) {
        Context context = pool.take(worker);
        if (context == null) {
            return false;
        }
        do {
            handle(context, worker);
            worker.done();
            context = worker.mayTakeMore() ? pool.take(worker) : null;
        } while (context != null);
        return true;
    }

    @Override
    public void handle(Context context, Worker worker) {
        Route route = ROUTING.table().route(INDEX);
        ThreadLocalCarrier carrier = GENERAL.carrierUnlessTakenAlways();
        if (IN_SCOPE
                || carrier == null
                || context.needsSlowPath()
                || context.isMarked()
                || !route.mayRun(worker)
                || CLOCK.hasExpired(context)) {
            GENERAL.serve(context, INDEX, worker);
            return;
        }
        int at = runStage(context, worker, route);
        boolean whole = at == route.end() && isWell(context);
        if (carrier != ThreadLocalCarrier.NONE) {
            GENERAL.leave(context, at, whole ? route : null, worker, carrier);
        } else if (whole && at == FlowGraph.END) {
            COMPLETION.complete(context);
        } else if (!whole || !route.passOn(context, worker)) {
            GENERAL.continueFrom(context, at, worker, carrier);
        }
    }

    private int runStage(Context context, ExecutionSite site, Route route) {
        try {
            return run(context, context.value, site, route.end());
        } catch (StackOverflowError overflow) {
            return CONSTANTS.parts().graph().next(failWithOverflow(context, INDEX, site, overflow));
        }
    }

    private static boolean isWell(Context context) {
        return context.error == null && !CLOCK.hasExpired(context);
    }

    @SuppressWarnings("NullAway") // an event may have entered with null
    private static @Nullable Object invoke(@Nullable Object value) throws Throwable {
        if (VALUE_TASK != null) {
            return RESULTS.require(INDEX, VALUE_TASK.apply(value));
        }
        SIDE_EFFECT_TASK.accept(value);
        return value;
    }
}
