package io.concor.engine;

import io.concor.SideEffectTask;
import io.concor.ValueTask;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * The form from which {@link ComponentCompiler} defines a hidden class for each component. As the task and the next step are
 * constants of that class, the JIT makes one piece of machine code of a run of components, with the tasks inlined and
 * no virtual call between them. It does not depend on the layout, so a change has nothing to compile.
 *
 * <p>This class itself is never initialized.
 */
final class ComponentTemplate extends ComponentCode {

    private static final ComponentCompiler.Constants CONSTANTS = constants();
    private static final EventRunner CHAIN = CONSTANTS.chain();
    private static final int INDEX = CONSTANTS.index();
    private static final int COMPONENTS = CONSTANTS.components();
    /** One of the two. They are cast once, as the JIT does not fold a cast to an interface. */
    private static final @Nullable ValueTask<Object, Object> VALUE = CONSTANTS.value();

    private static final @Nullable SideEffectTask<Object> SIDE_EFFECT = CONSTANTS.sideEffect();
    private static final boolean IN_SCOPE = CONSTANTS.inScope();
    private static final CoarseClock CLOCK = CONSTANTS.clock();
    private static final @Nullable ComponentCode NEXT = CONSTANTS.next();

    private static ComponentCompiler.Constants constants() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", ComponentCompiler.Constants.class);
        } catch (IllegalAccessException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    @Override
    int run(Context context, @Nullable Object value, ExecutionSite place, int end) {
        place.at(INDEX);
        Object result;
        try {
            result = call(value);
        } catch (Throwable thrown) {
            context.fail(thrown);
            return INDEX + 1;
        }
        if (NEXT == null || INDEX + 1 == end || CLOCK.expired(context)) {
            context.value(result);
            return INDEX + 1;
        }
        return NEXT.run(context, result, place, end);
    }

    @Override
    void enter(Context context) {
        Route route = CHAIN.plan().route(INDEX);
        // The clock after the plan: that of a stopped flow has no joins, and only the time keeps events from its tasks.
        if (IN_SCOPE || route.own() != null || CLOCK.expired(context)) {
            CHAIN.enterUnattended(context);
            return;
        }
        context.carriedByForeignThread();
        int at;
        try {
            at = run(context, context.value, context, route.end());
        } catch (StackOverflowError tooDeep) {
            at = fell(context, INDEX, context, tooDeep);
        }
        if (at == COMPONENTS && isWell(context)) {
            CHAIN.leave(context);
        } else {
            CHAIN.goOn(context, at, null);
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
            context = worker.wantedHere() ? pool.take(worker) : null;
        } while (context != null);
        return true;
    }

    @Override
    public void handle(Context context, Worker worker) {
        Route route = CHAIN.plan().route(INDEX);
        if (IN_SCOPE || CHAIN.attending() || context.attended() || !route.mayRun(worker) || CLOCK.expired(context)) {
            CHAIN.serve(context, INDEX, worker);
            return;
        }
        int at;
        try {
            at = run(context, context.value, worker, route.end());
        } catch (StackOverflowError tooDeep) {
            at = fell(context, INDEX, worker, tooDeep);
        }
        boolean whole = at == route.end() && isWell(context);
        if (whole && at == COMPONENTS) {
            CHAIN.leave(context);
        } else if (!whole || !route.pass(context)) {
            CHAIN.goOn(context, at, worker);
        }
    }

    private static boolean isWell(Context context) {
        return context.error == null && !CLOCK.expired(context);
    }

    @SuppressWarnings("NullAway") // a task that gave null lets the next one take null
    private static @Nullable Object call(@Nullable Object value) throws Throwable {
        if (VALUE != null) {
            return VALUE.apply(value);
        }
        SIDE_EFFECT.accept(value);
        return value;
    }
}
