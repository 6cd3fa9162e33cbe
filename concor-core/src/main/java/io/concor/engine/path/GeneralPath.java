package io.concor.engine.path;

import io.concor.ThreadLocalCarrier;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.path.RoutingTable.Route;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.Worker;
import io.concor.layout.FlowGraph;
import org.jspecify.annotations.Nullable;

/**
 * The path of all events that {@linkplain ComponentCode compiled} components do not handle themselves. An abstract class and
 * not an interface, because the JVM binds calls to its only subclass.
 */
abstract class GeneralPath {

    /** In one field, so that an event costs one read. */
    private volatile @Nullable ThreadLocalCarrier carrier = ThreadLocalCarrier.NONE;

    /** Returns the carrier of thread-locals, or null if every event takes this path, because messages are checked. */
    final @Nullable ThreadLocalCarrier carrierUnlessTakenAlways() {
        return carrier;
    }

    /** @param next the carrier of thread-locals, or null if every event takes this path */
    final void use(@Nullable ThreadLocalCarrier next) {
        carrier = next;
    }

    /** A thread brings a new event that needs no more than its tasks to run. It does not wait for room in a ring. */
    abstract void enter(Context context);

    /** A worker has taken an event from the ring of a slot. */
    abstract void serve(Context context, int slot, Worker worker);

    /** A worker has an event whose batch was handled. */
    abstract void proceed(Context context, int from, Worker worker);

    /**
     * Continues with an event that needs more than its tasks from now on.
     *
     * @param from index of its next component, or {@link FlowGraph#END}
     * @param worker the calling thread, or null if it does not belong to the flow
     * @param carrier what carries the worker's thread-locals; of any other thread, the context has it
     */
    abstract void continueFrom(Context context, int from, @Nullable Worker worker, ThreadLocalCarrier carrier);

    /** The event has passed the last component. */
    abstract void complete(Context context, ExecutionSite site);

    /**
     * A worker has run a stage of an event that came without thread-locals. What the tasks have left on the thread goes on with
     * the event, or ends with it.
     *
     * @param at index of the event's next component, or {@link FlowGraph#END}
     * @param whole the route through the stage if the event has passed it and needs no more than its tasks, or null
     */
    final void leave(Context context, int at, @Nullable Route whole, Worker worker, ThreadLocalCarrier carrier) {
        if (whole != null && at == FlowGraph.END) {
            worker.keepOwn(carrier, null);
            complete(context, worker);
        } else if (whole == null || !passOn(context, whole, worker, carrier)) {
            continueFrom(context, at, worker, carrier);
        }
    }

    /** Code of users that runs for an arriving event may leave something, too. */
    private static boolean passOn(Context context, Route route, Worker worker, ThreadLocalCarrier carrier) {
        Join next = route.next();
        return next != null
                && !next.runsCode()
                && ContextTransfer.holdsNothing(carrier)
                && route.passOn(context, worker);
    }
}
