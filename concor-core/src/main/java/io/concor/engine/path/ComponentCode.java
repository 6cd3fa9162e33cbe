package io.concor.engine.path;

import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.pool.EventHandler;
import io.concor.engine.pool.Pool;
import io.concor.engine.pool.Worker;
import org.jspecify.annotations.Nullable;

/**
 * Runs a component and those after it in one call. An abstract class and not an interface, because the JVM dispatches
 * its methods faster, however many subclasses there are.
 */
abstract class ComponentCode implements EventHandler {

    /**
     * Runs the component and those after it, as long as these have code and nothing unusual happens: an exception,
     * which becomes the event's error, or a timeout.
     *
     * @param context the event, without an error and not sampled
     * @param value the event's value
     * @param site notes which component runs
     * @param end index of the component before which to stop, or {@link io.concor.layout.FlowGraph#END}
     * @return index of the event's next component, or {@code END}; the context has its value
     */
    abstract int run(Context context, @Nullable Object value, ExecutionSite site, int end);

    /** A thread brings a new event that needs no more than its tasks to run. This component is the flow's first. */
    abstract void enter(Context context);

    /**
     * A worker has taken an event from the ring before the component. For the usual event, which needs no more than its
     * tasks to run, this is one piece of machine code that does what {@link GeneralPath#serve} does for all others.
     */
    @Override
    public abstract void handle(Context context, Worker worker);

    /** The same loop as in the interface. Each subclass has a copy, so that the JVM compiles it with its own handler. */
    @Override
    public abstract boolean serve(Pool pool, Worker worker);

    /** Fails an event whose component could not be called. Returns the index of the component. */
    final int failWithOverflow(Context context, int first, ExecutionSite site, StackOverflowError overflow) {
        int component = Math.max(first, site.component());
        context.fail(component, overflow, component == first ? context.value : null);
        return component;
    }
}
