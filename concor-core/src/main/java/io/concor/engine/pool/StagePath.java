package io.concor.engine.pool;

import io.concor.engine.event.Context;
import io.concor.engine.event.EventFuture;
import java.util.concurrent.Executor;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** The way of an event through the stage of one slot, in the parts that a durable slot puts between transactions. */
public interface StagePath {

    /** Whether all components of the stage run on the thread that has taken the event. */
    boolean staysOnThread();

    /** Returns the component at which the next stage begins in the present layout, or {@link io.concor.layout.FlowGraph#END}. */
    int nextStage();

    /**
     * Runs an event that came through the slot up to where it leaves the stage, and leaves it there. The stage {@linkplain
     * #staysOnThread() stays on its thread}.
     *
     * @return index of the component before which the event has to leave, or {@link io.concor.layout.FlowGraph#END}
     */
    int run(Context context, Worker worker);

    /** Does the same with an event that has passed the first component of the stage: a batch of which it was a part was handled. */
    int runBehind(Context context, Worker worker);

    /** Whether the stage has no other component than the first. */
    boolean hasOneComponent();

    /** Goes on with an event at the component to which {@link #run} has brought it. */
    void proceed(Context context, int at, Worker worker);

    /** Ends an event that {@link #run} has brought to the end. What it was in time for does not time out any more. */
    void end(Context context, Worker worker);

    /** Ends an event with an error on the calling thread, which has detached it: no component of this process is behind the slot. */
    void end(Context context);

    /**
     * Runs a new event on the calling thread from the entry of the flow up to the slot, puts it by an action, and releases it.
     *
     * @param result receives the error of an event that cannot be put, and has ended by that
     * @param put puts the event in a transaction of the calling thread, or fails it if it has come to another component
     */
    void runToStore(Context context, EventFuture result, ObjIntConsumer<Context> put);

    /** Goes on with an event on the calling thread, which is no worker. */
    void resume(Context context, int at);

    /** Whether events wait before the slot in a queue of this process, so that what resumes there soon leaves the calling thread. */
    boolean isFilled();

    /** Returns where events wait that go on to a component, or null if it has no join with a store. */
    @Nullable
    Storage storageAt(int at);

    /**
     * A store has the event, which leaves the flow.
     *
     * @param threads run the code of users that depends on the future of the caller
     */
    void handOn(Context context, Executor threads);

    /** The event leaves this process without an end. */
    void release(Context context);

    /** Runs an event whose stage does not stay on its thread. */
    void serve(Context context, Worker worker);
}
