package io.concor;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The entry of a flow: takes an event, wraps it in a context, sends it on. */
final class Dispatcher {

    private final String flow;
    private final Door door;
    private final Chain chain;
    private final Exit exit;
    private final FlowClock clock;
    private final FlowRecorder recorder;
    private volatile Sampling sampling;

    Dispatcher(
            String flow, Door door, Chain chain, Exit exit, FlowClock clock, FlowRecorder recorder, Sampling sampling) {
        this.flow = flow;
        this.door = door;
        this.chain = chain;
        this.exit = exit;
        this.clock = clock;
        this.recorder = recorder;
        this.sampling = sampling;
        door.contexts().sample(Sampler.of(sampling));
    }

    void enter(@Nullable Object event) {
        Context context = door.enter();
        if (context == null) {
            throw refusal();
        }
        dispatch(context, event, null);
    }

    boolean tryEnter(@Nullable Object event) {
        Context context = door.tryEnter();
        if (context == null) {
            return false;
        }
        dispatch(context, event, null);
        return true;
    }

    CompletableFuture<?> submit(@Nullable Object event) {
        exit.announce();
        Context context = door.enter();
        if (context == null) {
            exit.withdraw();
            return CompletableFuture.failedFuture(refusal());
        }
        CompletableFuture<Object> result = new CompletableFuture<>();
        dispatch(context, event, result);
        return result;
    }

    private void dispatch(Context context, @Nullable Object event, @Nullable CompletableFuture<Object> result) {
        context.begin(event, result, clock.now());
        if (context.sampled) {
            context.measure(recorder);
        }
        chain.arrive(context, 0);
    }

    private RefusedException refusal() {
        String reason = Thread.currentThread().isInterrupted()
                ? "the thread was interrupted while it waited for admission"
                : "the flow is stopped";
        return new RefusedException(flow, reason);
    }

    Sampling sampling() {
        return sampling;
    }

    synchronized void sampling(Sampling next) {
        sampling = next;
        door.contexts().sample(Sampler.of(next));
    }
}
