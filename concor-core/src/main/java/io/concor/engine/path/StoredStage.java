package io.concor.engine.path;

import io.concor.EventId;
import io.concor.engine.event.Context;
import io.concor.engine.event.EventFuture;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.event.ForeignThreads;
import io.concor.engine.event.Lane;
import io.concor.engine.pool.Join;
import io.concor.engine.pool.StagePath;
import io.concor.engine.pool.Storage;
import io.concor.engine.pool.Worker;
import io.concor.layout.FlowGraph;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The {@link StagePath} of a slot whose events come from a store. */
final class StoredStage implements StagePath {

    private final int slot;
    private final int entry;
    /** Index of the component after the slot's, or {@link FlowGraph#END}. */
    private final int next;
    /** Index of the first component from the slot on whose task leaves the thread, or {@link FlowGraph#END}. */
    private final int firstTransition;

    private final ContextTransfer transfer;
    private final ForeignThreads foreignThreads;
    private final ComponentRunner components;
    private final StageRunner stages;
    private final EventRunner runner;
    private final Routing routing;
    private final EventCompletion completion;

    StoredStage(
            PathParts parts,
            int slot,
            ComponentRunner components,
            EventRunner runner,
            Routing routing,
            EventCompletion completion) {
        this.slot = slot;
        this.entry = parts.graph().entry();
        this.next = parts.graph().next(slot);
        this.firstTransition = IntStream.iterate(slot, i -> i != FlowGraph.END, parts.graph()::next)
                .filter(i -> parts.flow().component(i).kind().leavesThread())
                .findFirst()
                .orElse(FlowGraph.END);
        this.transfer = parts.transfer();
        this.foreignThreads = parts.foreignThreads();
        this.components = components;
        this.stages = new StageRunner(parts, routing, components);
        this.runner = runner;
        this.routing = routing;
        this.completion = completion;
    }

    @Override
    public boolean staysOnThread() {
        return firstTransition >= nextStage();
    }

    @Override
    public int nextStage() {
        return routing.table().route(slot).end();
    }

    @Override
    public int run(Context context, Worker worker) {
        if (context.sampled) {
            context.stopwatch().taken(slot);
        }
        return run(context, context.resumeAt(slot), worker, true);
    }

    @Override
    public int runBehind(Context context, Worker worker) {
        return run(context, next, worker, false);
    }

    @Override
    public boolean hasOneComponent() {
        return routing.table().route(slot).end() == next;
    }

    private int run(Context context, int from, Worker worker, boolean slotPassed) {
        transfer.attach(context, worker);
        String before = EventId.enter(EventRunner.id(context));
        try {
            return stages.run(context, from, worker, slotPassed, runner);
        } finally {
            EventId.enter(before);
            transfer.detach(context, worker);
        }
    }

    @Override
    public void proceed(Context context, int at, Worker worker) {
        runner.proceed(context, at, worker);
    }

    @Override
    public void end(Context context, Worker worker) {
        transfer.attach(context, worker);
        end(context, (ExecutionSite) worker);
    }

    @Override
    public void end(Context context) {
        transfer.attach(context);
        end(context, (ExecutionSite) context);
    }

    private void end(Context context, ExecutionSite site) {
        components.checker().end(context);
        Lane lane = context.takeLane();
        try {
            runner.complete(context, site);
        } finally {
            HandOver.release(lane);
        }
    }

    /** The event has the thread-locals of its caller. */
    @Override
    public void runToStore(Context context, EventFuture result, ObjIntConsumer<Context> put) {
        foreignThreads.enter(context);
        int at = entry == slot ? slot : stages.run(context, entry, null, false, runner);
        if (context.error == null) {
            put.accept(context, at);
        }
        foreignThreads.leave(context);
        if (context.error == null) {
            completion.handOn(context, Runnable::run);
        } else {
            completion.futureOpened();
            context.result = result;
            completion.complete(context);
        }
    }

    @Override
    public void resume(Context context, int at) {
        runner.resume(context, at);
    }

    @Override
    public boolean isFilled() {
        return routing.table().join(slot) != null;
    }

    @Override
    public @Nullable Storage storageAt(int at) {
        Join join = routing.table().join(at);
        return join == null ? null : join.storage();
    }

    @Override
    public void handOn(Context context, Executor threads) {
        leave(context, left -> completion.handOn(left, threads));
    }

    @Override
    public void release(Context context) {
        leave(context, completion::release);
    }

    private static void leave(Context context, Consumer<Context> leaving) {
        context.carried = null;
        Lane lane = context.takeLane();
        try {
            leaving.accept(context);
        } finally {
            HandOver.release(lane);
        }
    }

    @Override
    public void serve(Context context, Worker worker) {
        runner.serve(context, slot, worker);
    }
}
